// Verifies an exported log on levels 1 (chain) and 2 (draws), as log-format.md says. A module for browsers, node >= 18 and
// whatever else has WebCrypto; `verify.mjs` beside it calls it from the command line.

const HEX = /^[0-9a-f]{64}$/, ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const CORRELATION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const STREAM = /^[a-z][a-z_]{0,40}\.[a-z]{1,40}:[a-z0-9][a-z0-9_-]{0,63}$/;
const ROLES = ["gm", "player", "spectator", "clock"];
const LONGEST = 0xffff, DEEPEST = 100, MAX_EVENTS = 64, MAX_SIDES = 2 ** 32, NEWLINE = 0x0a;

const utf8 = new TextEncoder();
const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const asBytes = (value) => (isText(value) ? utf8.encode(value) : value);
const bytes = (hex) => Uint8Array.from({ length: hex.length / 2 }, (_, place) => Number.parseInt(hex.substr(2 * place, 2), 16));
const hex = (value) => Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isHex = (value) => isText(value) && HEX.test(value);
const isList = (value, check) => Array.isArray(value) && value.every(check);
const hasOnly = (value, names) => isObject(value) && Object.keys(value).sort().join() === names;
const hold = (fact, why) => { if (!fact) throw new Error(why); };

function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  pieces.reduce((at, piece) => (whole.set(piece, at), at + piece.length), 0);
  return whole;
}

function subtle() {
  hold(globalThis.crypto?.subtle, "the browser verifies on pages from https or from this computer only");
  return globalThis.crypto.subtle;
}

const sha256 = async (...pieces) => new Uint8Array(await subtle().digest("SHA-256", joined(pieces.map(asBytes))));

// ---------------------------------------------------------------- canonical JSON: RFC 8785, whole numbers, ASCII names

export function canonical(value, depth = 0) {
  hold(depth <= DEEPEST, "the line nests too deep");
  if (typeof value === "number") hold(Number.isSafeInteger(value), `${value} is not a whole number up to 2^53-1`);
  if (isText(value)) hold(!/\p{Surrogate}/u.test(value), "half a character");
  if (Array.isArray(value)) return `[${value.map((inner) => canonical(inner, depth + 1)).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  hold(names.every((name) => /^[\x00-\x7f]*$/.test(name)), "a name is not in ASCII");
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name], depth + 1)}`).join(",")}}`;
}

// ---------------------------------------------------------------- level 1: lines and chain

const placeholder = (value) =>
  hasOnly(value, "audience,sealed") && isList(value.audience, isText) && Number.isInteger(value.sealed);

const FIELDS = "draws,events,intent,ruleset,stream,version";
const isSplit = (value) => hasOnly(value, "after,before") && Object.values(value).every(Number.isInteger);

// A decision that is longer than a commit may be is several commits; `split` names the versions around it.
const goesOn = (record) => record?.split !== undefined && record.version < record.split.after;

function holdDecision({ split, version, intent, draws }, last) {
  const { command, faces } = intent, before = last.record?.intent;
  hold(split === undefined || version <= split.after, "the commit goes beyond its decision");
  if (!goesOn(last.record)) {
    const whole = split === undefined || (split.before === last.version && version < split.after);
    return hold(whole && command.type !== "Continue", "the commit goes on with a decision that is not there");
  }
  const alike = split !== undefined && canonical(split) === canonical(last.record.split) && !draws.length
    && hasOnly(command, "type") && command.type === "Continue"
    && canonical(senderOf(intent)) === canonical(senderOf(before)) && faces === null;
  hold(alike, "the commit does not go on with the decision before it");
}

// What all commits of a decision have in common of their intents.
const senderOf = ({ seat, role, by, at, correlation = null, cause = null }) => [seat, role, by, at, correlation, cause];

// A commit may belong to a chain of causes, and then name the event that it follows from.
function holdCause({ stream, split, intent: { correlation, cause } }, last) {
  if (correlation !== undefined) hold(isText(correlation) && CORRELATION.test(correlation), "the chain of causes has another form");
  if (cause === undefined) return;
  const named = hasOnly(cause, "stream,version") && isText(cause.stream) && STREAM.test(cause.stream);
  hold(named && Number.isInteger(cause.version) && cause.version >= 1, "the cause has another form");
  hold(correlation !== undefined, "the commit has a cause, and belongs to no chain");
  hold(cause.stream !== stream || cause.version <= (split?.before ?? last.version), "the commit comes before its cause");
}

function holdForms({ head, parts, public: record }) {
  hold(isHex(head) && Array.isArray(parts), "the line has another form");
  const fields = Object.hasOwn(record ?? {}, "split") ? "draws,events,intent,ruleset,split,stream,version" : FIELDS;
  hold(hasOnly(record, fields), "the record has other fields");
  const { draws, events, intent, ruleset, split, stream, version } = record;
  hold(split === undefined || isSplit(split), "the record names its decision in another form");
  hold(isText(ruleset) && isText(stream) && Number.isInteger(version), "the record has another form");
  const { correlation, cause, ...asked } = intent ?? {};
  hold(hasOnly(asked, "at,by,command,faces,id,role,seat"), "the intent has other fields");
  const { at, by, command, faces, id, role, seat } = intent;
  hold([by, id, seat].every(isText) && Number.isInteger(at) && at >= 0, "the intent has another form");
  hold(ROLES.includes(role) && (faces === null || faces === "table"), "the intent has another form");
  hold(isList(draws, isObject) && isList(events, isObject), "draws and events are lists of objects");
  hold(events.length >= 1 && events.length <= MAX_EVENTS, "a commit has 1 to 64 events");
  hold([command, ...events].every((form) => isObject(form) && isText(form.type)), "a command or an event has no type");
  const values = [command, ...events].flatMap((form) => Object.values(form));
  const numbers = [...values, ...draws].filter(placeholder).map((place) => place.sealed).sort((a, b) => a - b);
  const each = numbers.length === parts.length && numbers.every((number, place) => number === place);
  hold(each, "the record does not name each of its secret parts once");
}

async function digestOf(part, place) {
  const shown = hasOnly(part, "digest,salt,value");
  hold((shown || hasOnly(part, "digest")) && isHex(part.digest), `part ${place} has another form`);
  if (!shown) return bytes(part.digest);
  hold(isHex(part.salt), `part ${place} has no proper salt`);
  const digest = await sha256(bytes(part.salt), canonical(part.value));
  hold(hex(digest) === part.digest, `part ${place} is not what its digest says`);
  return digest;
}

async function digestsOf(parts) {
  const tried = await Promise.allSettled(parts.map(digestOf));
  const failed = tried.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  return tried.map((one) => one.value);
}

async function readLine(line, last) {
  const spelt = text.decode(line);
  hold(spelt, last.version ? "the line is empty" : "there is no commit");
  const form = JSON.parse(spelt);
  hold(canonical(form) === spelt, "the line is not in canonical form");
  hold(hasOnly(form, "head,parts,public"), "the line has other fields");
  holdForms(form);
  const record = form.public;
  const head = hex(await sha256(last.head, canonical(record), ...(await digestsOf(form.parts))));
  hold(head === form.head, "the head does not follow from the one before and the record");
  hold(record.version === last.version + record.events.length, "the version does not follow from the one before");
  holdDecision(record, last);
  holdCause(record, last);
  hold(last.stream === undefined || record.stream === last.stream, "the record is of another stream");
  hold(record.intent.at >= last.at, "the time goes back");
  hold(!last.ids.has(record.intent.id), "the intent has been carried out before");
  return { ...form, before: last.version };
}

async function readChain(lines, fail, done) {
  const last = { head: new Uint8Array(32), version: 0, stream: undefined, at: 0, ids: new Set(), record: undefined };
  const entries = [];
  for (const [place, line] of lines.entries()) {
    try {
      const entry = { ...(await readLine(line, last)), line: place + 1 };
      entries.push(entry);
      const { stream, version, intent } = entry.public;
      last.ids.add(intent.id);
      Object.assign(last, { head: bytes(entry.head), version, stream, at: intent.at, record: entry.public });
      done(place + 1);
    } catch (error) {
      fail(1, place + 1, last.version, error.message);
      return entries;
    }
  }
  if (goesOn(last.record)) fail(1, entries.length, entries.at(-1).before, "the log ends in the midst of a decision");
  return entries;
}

function holdToReceipt(entries, receipt, fail) {
  const held = entries.find((entry) => entry.public.version === receipt.version);
  const last = entries.at(-1);
  if (!held) fail(1, last.line, last.before, `no commit leads to version ${receipt.version} of the receipt`);
  else if (held.public.stream !== receipt.stream || held.head !== receipt.head)
    fail(1, held.line, held.before, "the receipt names another stream or another head");
}

// ---------------------------------------------------------------- level 2: seeds, salts and draws

// The words that follow from a seed: HMAC-SHA256 of the place of a draw and a number, block by block.
class Words {
  #key; #prefix; #bytes = new Uint8Array(0); #at = 0; #block = 0;

  constructor(key, prefix) { this.#key = key; this.#prefix = prefix; }

  async next(width) {
    while (this.#at + width > this.#bytes.length) {
      const message = joined([this.#prefix, number(this.#block, 4)]);
      const block = new Uint8Array(await subtle().sign("HMAC", this.#key, message));
      this.#bytes = joined([this.#bytes.subarray(this.#at), block]);
      [this.#at, this.#block] = [0, this.#block + 1];
    }
    let word = 0;
    for (const end = this.#at + width; this.#at < end; this.#at += 1) word = word * 256 + this.#bytes[this.#at];
    return word;
  }
}

function number(value, width) {
  const place = new DataView(new ArrayBuffer(8));
  place.setBigUint64(0, BigInt(value));
  return new Uint8Array(place.buffer, 8 - width);
}

async function below(words, bound) {
  const width = bound <= 256 ? 1 : bound <= 65536 ? 2 : 4;
  const limit = 256 ** width - (256 ** width % bound);
  for (;;) {
    const word = await words.next(width);
    if (word < limit) return word % bound;
  }
}

// What all draws of an epoch have in common: the key, and the digest of its salts.
async function mixed(seed, salts) {
  const sorted = [...salts].sort(([one], [other]) => (one < other ? -1 : 1));
  return { key: await hmacKey(seed), salted: await sha256(canonical(sorted)) };
}

const hmacKey = (seed) => subtle().importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

export async function derive({ seed, salts, epoch = mixed(seed, salts), version, audience, draw }) {
  const { key, salted } = await epoch;
  const purpose = utf8.encode(draw.purpose), lane = utf8.encode(audience === null ? "" : canonical(audience));
  const sizes = [number(purpose.length, 2), number(lane.length, 2)];
  const words = new Words(key, joined([salted, number(version, 8), sizes[0], purpose, sizes[1], lane, number(draw.k, 4)]));
  if (draw.draw === "dice") {
    const faces = [];
    for (const _ of draw.faces) faces.push((await below(words, draw.sides)) + 1);
    return faces;
  }
  const order = draw.order.map((_, place) => place);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = await below(words, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

const isCommitted = async (seed, epoch) => hex(await sha256(bytes(seed))) === epoch.commitment;

async function readEpochs(entries, fail) {
  const at = [], seeds = [];
  let running = null;
  const inEpoch = (event) => {
    hold(running && Number.isInteger(event.epoch) && event.epoch === running.number, "the epoch is not the one running");
    return running;
  };
  const follow = {
    SeedCommitted(event, parts) {
      hold(running === null && event.epoch === seeds.length, "the epoch cannot begin here");
      hold(isHex(event.commitment) && "seed" in event, "the commitment has another form");
      running = { number: seeds.length, commitment: event.commitment, salts: new Map(), seed: "", drawn: false };
      if (placeholder(event.seed) && isHex(parts[event.seed.sealed]?.value)) running.shown = parts[event.seed.sealed].value;
      seeds.push(running);
    },
    SaltAdded(event) {
      const epoch = inEpoch(event);
      hold(isText(event.seat) && ID.test(event.seat) && isHex(event.salt), "the salt has another form");
      hold(!epoch.drawn, "a salt is added after the epoch has drawn");
      hold(!epoch.salts.has(event.seat), `the seat ${event.seat} adds a second salt`);
      epoch.salts.set(event.seat, event.salt);
    },
    async SeedRevealed(event) {
      const epoch = inEpoch(event);
      hold(isHex(event.seed), "the seed has another form");
      hold(await isCommitted(event.seed, epoch), "the revealed seed is not the one committed to");
      epoch.seed = event.seed;
      running = null;
    },
  };
  for (const { public: record, parts, line, before } of entries) {
    at.push(running);
    if (running && record.draws.length) running.drawn = true;
    try {
      for (const event of record.events) if (Object.hasOwn(follow, event.type)) await follow[event.type](event, parts);
    } catch (error) {
      fail(2, line, before, error.message);
      break;
    }
  }
  // Only the server itself can read a seed that stays sealed after the end.
  const sealed = running !== null && entries.at(-1).public.events.at(-1).type === "StreamClosed";
  if (sealed && running.shown && (await isCommitted(running.shown, running))) running.seed = running.shown;
  return { at, sealed };
}

function holdDraw({ of, ...draw }, source, k) {
  const names = draw.draw === "dice" ? "draw,faces,k,purpose,sides,source" : "draw,k,order,purpose,source";
  hold(["dice", "shuffle"].includes(draw.draw) && hasOnly(draw, names) && isText(draw.purpose), "a draw has another form");
  const lent = draw.source === "lent" && source === "seed", again = draw.source === "kept" || lent;
  const named = hasOnly(of, "k,version") && Object.values(of).every(Number.isInteger);
  hold(again || draw.source === source, `draw ${draw.k} comes from the ${draw.source}, the commit's faces from the ${source}`);
  hold(again ? named : of === undefined, `draw ${draw.k} does not name an earlier one as its source says`);
  hold(draw.k === k && utf8.encode(draw.purpose).length <= LONGEST, `draw ${k} is not in its place`);
  const { sides, faces, order } = draw;
  const possible = draw.draw === "dice"
    ? Number.isInteger(sides) && sides >= 1 && sides <= MAX_SIDES
      && isList(faces, (face) => Number.isInteger(face) && face >= 1 && face <= sides)
    : isList(order, Number.isInteger) && [...order].sort((a, b) => a - b).every((place, number) => place === number);
  hold(possible, `draw ${k} shows what cannot be drawn`);
}

async function checkCommit({ public: record, parts, before }, epoch, { kept, lent }, count) {
  const source = record.intent.faces ?? "seed";
  const lanes = record.draws.map((draw) => (placeholder(draw) ? draw.audience : null));
  const hidden = lanes.filter((lane) => lane !== null).map((lane) => canonical(lane));
  hold(new Set(hidden).size === hidden.length, "the hidden draws of an audience are in two parts");
  hold(hidden.every((lane) => utf8.encode(lane).length <= LONGEST), "the name of a lane is too long");
  hold(!record.draws.length || source === "table" || epoch, "draws are taken with no seed committed to");
  const open = record.draws.filter((_, place) => lanes[place] === null);
  const groups = [[null, open], ...record.draws.filter(placeholder).map((place) => [place.audience, parts[place.sealed].value])];
  const commit = kept.follow();
  for (const [audience, draws] of groups) {
    const lane = audience === null ? "" : canonical(audience);
    if (draws === undefined) { kept.close(lane); count.unshown += 1; continue; }
    hold(isList(draws, isObject), "a hidden part holds no draws");
    for (const [k, draw] of draws.entries()) {
      holdDraw(draw, source, k);
      lent.hold(lane, draw);
      const values = valuesOf(draw), again = draw.source === "kept", origin = commit.hold(lane, draw, { version: before, epoch });
      if ((origin?.draw.source ?? draw.source) === "lent") continue; // the log of the table proves it, or nothing does
      if ((origin?.draw.source ?? draw.source) === "table") count.table += values.length;
      else if (again) count[origin?.epoch.seed ? "shown" : "unshown"] += 1;
      else if (!epoch.seed) count.unshown += 1;
      else {
        epoch.mixed ??= mixed(epoch.seed, epoch.salts);
        const made = await derive({ epoch: epoch.mixed, version: before, audience, draw });
        hold(canonical(made) === canonical(values), `draw ${k} for ${draw.purpose} does not follow from the seed and the salts`);
        count.shown += 1;
      }
    }
  }
  commit.end(record);
}

// ---------------------------------------------------------------- draws that were taken back, and come again

const valuesOf = (draw) => draw.faces ?? draw.order;
const likeness = (lane, draw) => canonical([lane, draw.draw, draw.purpose, draw.sides ?? 0, valuesOf(draw).length]);

// Follows the draws of a log. Kept are those that no commit on the way to the present one has used, in their order.
class KeptDraws {
  #now = { before: null, depth: 0, used: [] }; #nodes = new Map(); #kept = []; #closed = new Set();

  // Of a lane with a closed part nothing can be said any more.
  close(lane) { this.#closed.add(lane); }

  // What holds the draws of the next commit: `hold` gives the draw that one comes from, and `end` follows the commit.
  follow() {
    let left = [...this.#kept], used = [];
    const hold = (lane, draw, here) => {
      if (this.#closed.has(lane)) return undefined;
      const like = likeness(lane, draw), first = left.find((one) => one.like === like);
      const origin = draw.source === "kept" ? comesFrom(draw, first) : { ...here, draw, like };
      if (origin === first) {
        holdAgain(lane === "" || origin.epoch === here.epoch, draw, "comes again after its seed was revealed");
        left = left.filter((one) => one !== first);
      } else holdAgain(!first, draw, "passes over a like one that was kept");
      used.push(origin);
      return origin;
    };
    return { hold, end: (record) => this.#end(record, left, used) };
  }

  #end({ events, version }, left, used) {
    const last = events.at(-1), before = last.type === "TakenBack" ? this.#nodes.get(last.to) : this.#now;
    hold(before, "the commit goes back to a version at which no commit ends");
    if (events[0].type === "DrawsVoided") [left, used] = [this.#kept, []];
    this.#kept = left;
    if (before !== this.#now) this.#goBack(before);
    this.#now = { before, depth: before.depth + 1, used };
    this.#nodes.set(version, this.#now);
  }

  #goBack(then) {
    const gone = [], again = new Set();
    for (let now = this.#now; now !== then; ) {
      if (now.depth >= then.depth) { gone.push(...now.used); now = now.before; }
      else { then.used.forEach((one) => again.add(one)); then = then.before; }
    }
    const all = [...new Set([...this.#kept, ...gone])].filter((one) => !again.has(one));
    this.#kept = all.sort((one, other) => one.version - other.version || one.draw.k - other.draw.k);
  }
}

const holdAgain = (fact, draw, why) => hold(fact, `draw ${draw.k} for ${draw.purpose} ${why}`);

function comesFrom(draw, first) {
  holdAgain(first?.version === draw.of.version && first.draw.k === draw.of.k, draw, "is not the first like one that was kept");
  holdAgain(canonical(valuesOf(first.draw)) === canonical(valuesOf(draw)), draw, "does not show what was kept");
  return first;
}

// ---------------------------------------------------------------- dice that a table rolls for the stream

// The table that rolls the open dice of a stream; "" if there is none.
function tableOf(entries) {
  const luck = entries[0]?.public.events[0].luck;
  return isText(luck) ? luck : "";
}

// What can be checked without the log of the table.
class LentDraws {
  #table; #used = new Set();

  constructor(entries) { this.#table = tableOf(entries); }

  hold(lane, { draw, k, of, source }) {
    const open = lane === "" && draw === "dice";
    hold(source !== "seed" || !open || !this.#table, `the open dice of draw ${k} do not come from ${this.#table}`);
    if (source !== "lent") return;
    hold(open && this.#table, `draw ${k} cannot come from a table`);
    hold(!this.#used.has(of.k), `draw ${k} uses the roll ${of.k} of ${this.#table} again`);
    this.#used.add(of.k);
  }
}

function isFormed(draw) {
  try { return draw.draw === "dice" && (holdDraw(draw, "seed", draw.k), true); } catch { return false; }
}

// The rolls of a table for a stream, each with its epoch of the table, and the epochs whose seeds are revealed.
function rollsFor(stream, entries) {
  const rolls = [], seeds = new Set();
  let epoch = -1;
  for (const { public: { events, draws }, before } of entries) {
    const lends = events[0].type === "DiceLent" && events[0].stream === stream;
    if (lends) for (const draw of draws.filter(isFormed)) rolls.push({ version: before, draw, like: likeness("", draw), epoch, used: false });
    for (const event of events) {
      if (event.type === "SeedCommitted") epoch = event.epoch;
      if (event.type === "SeedRevealed") seeds.add(event.epoch);
    }
  }
  return { rolls, seeds };
}

// Why a draw is not the roll of the table that it names; "" if it is.
function differenceOf(draw, rolls, name) {
  const { k, version } = draw.of, roll = rolls[k], said = `draw ${draw.k} for ${draw.purpose}`;
  if (!roll || roll.version !== version || roll.like !== likeness("", draw)) return `${name} has no such roll as ${said} names`;
  if (canonical(roll.draw.faces) !== canonical(draw.faces)) return `${said} does not show what ${name} rolled`;
  const passed = rolls.slice(0, k).some((one) => !one.used && one.like === roll.like);
  return passed ? `${said} passes over an earlier roll of ${name}` : "";
}

// Holds the open dice of a stream to the log of the table that rolled them.
async function holdToTable(entries, log, fail) {
  const name = tableOf(entries);
  if (!name) return {};
  const drawn = entries.flatMap((entry) => entry.public.draws
    .filter((draw) => draw.source === "lent" && isFormed(draw)).map((draw) => ({ entry, draw })));
  const found = (luck, lentUnshown = drawn.length) => ({ lent: drawn.length, lentUnshown, luck });
  const differs = ({ line, before }, why, left) => (fail(5, line, before, why), found(why, left));
  if (log === null) return found(`this needs the log of ${name}`);
  const { stream, version, failure } = await verify(log);
  if (!["", name].includes(stream)) return found(`this needs the log of ${name}, and got that of ${stream}`);
  if (failure) return differs(entries[0], `the log of ${name} fails: line ${failure.line}, level ${failure.level}: ${failure.why}`);
  const { rolls, seeds } = rollsFor(entries[0].public.stream, await readChain(linesOf(asBytes(log)), () => {}, () => {}));
  let shown = 0, missing = 0;
  for (const { entry, draw } of drawn) {
    if (draw.of.version >= version) { missing += 1; continue; }
    const why = differenceOf(draw, rolls, name);
    if (why) return differs(entry, why, drawn.length - shown);
    rolls[draw.of.k].used = true;
    if (seeds.has(rolls[draw.of.k].epoch)) shown += 1;
  }
  const here = drawn.length - missing, left = rolls.filter((roll) => !roll.used).length;
  const says = [`${here} ${here === 1 ? "roll is that" : "rolls are those"} of ${name}`];
  if (here > shown) says.push(`${here - shown} ${here - shown === 1 ? "waits" : "wait"} for its seed`);
  if (missing) says.push(`its log ends before ${missing} more of them`);
  if (left) says.push(`${left} of its rolls for this stream ${left === 1 ? "is" : "are"} not used`);
  return found(says.join("; "), drawn.length - shown);
}

// ---------------------------------------------------------------- the whole

function linesOf(file) {
  const lines = [], end = file.at(-1) === NEWLINE ? file.length - 1 : file.length;
  for (let start = 0; start <= end; ) {
    const found = file.indexOf(NEWLINE, start);
    const stop = found === -1 || found > end ? end : found;
    lines.push(file.subarray(start, stop));
    start = stop + 1;
  }
  return lines;
}

/**
 * What was found. `shown` and `unshown` count draws, `table` faces from a real table. `failure` is the first commit that does
 * not hold: `line` counts from 1, `version` is the version before it, `level` is 1 (chain), 2 (draws), 4 (the head of the
 * stream that it is a fork of) or 5 (the dice that its table rolled).
 * @typedef {object} Report
 * @property {boolean} simulated @property {boolean} sealed @property {boolean} closed
 * @property {string} [fork] what it is a fork of, if it is one: only Arbiter compares its state with that of the other stream
 * @property {string} [parent] what was found in the log or the receipt of the other stream, if one was given
 * @property {string} [luck] if a dice table rolls its open dice: what was found in the log of that table
 * @property {number} [lent] the draws that the table made @property {number} [lentUnshown] those of them that are not proven
 * @property {string} stream @property {number} version @property {string} head @property {number} commits
 * @property {number} shown @property {number} unshown @property {number} table
 * @property {{level: number, line: number, version: number, why: string} | null} failure
 */

// The commit in which a fork begins, and its event; undefined in a stream that is none.
function startOf(entries) {
  const entry = entries.find(({ public: record }) => !goesOn(record)), event = entry?.public.events.at(-1);
  return event?.type === "Forked" ? { ...entry, event } : undefined;
}

function forkOf(entries) {
  const event = startOf(entries)?.event;
  return event ? { fork: `a fork of ${event.stream} at version ${event.version}${event.dealt ? ", dealt again" : ""}` } : {};
}

// Holds the head that a fork names to the log of the stream that it came from, or to a receipt of that.
async function holdToParent(entries, parent, key, fail) {
  const start = startOf(entries);
  if (parent === null || !start) return {};
  const { event: { stream, version, head } } = start;
  const differs = (why) => (fail(4, start.line, start.before, why), { parent: why });
  if (isReceipt(parent)) {
    const receipt = await readReceipt(parent, key);
    if (receipt.stream !== stream || receipt.version !== version) return { parent: `this needs the log of ${stream} up to version ${version}` };
    if (receipt.head !== head) return differs(`the fork names another head of ${stream} than the receipt`);
    return { parent: "the head is that of the receipt; the state was not compared" };
  }
  const failures = [], before = await readChain(linesOf(asBytes(parent)), (...failure) => failures.push(failure), () => {});
  const other = before[0]?.public.stream;
  if (other !== undefined && other !== stream) return { parent: `this needs the log of ${stream}, and got that of ${other}` };
  const then = before.findLast(({ public: record }) => record.version <= version);
  if (then?.public.version !== version || goesOn(then.public))
    return differs(`the log of ${stream} has no version ${version}: ${failures[0]?.[3] ?? "it ends before"}`);
  if (then.head !== head) return differs(`the log of ${stream} has another head at version ${version}`);
  return { parent: "the head is that of the log; the state was not compared" };
}

function isReceipt(written) {
  if (!isText(written) && !(written instanceof Uint8Array)) return true;
  try { return Object.hasOwn(JSON.parse(isText(written) ? written : text.decode(written)), "signature"); } catch { return false; }
}

/**
 * Verify a log, as text or bytes. A receipt, as text, bytes or an object, is held to the log and to the public key by
 * which the server is known; without a key, to the key it names itself. A fork is held to its `parent`: the log of the stream
 * that it came from, or a receipt of that. Open dice that a table rolled are held to its log, `luck`. `progress` receives the
 * share of the work that is done.
 * Throws: ReceiptRefused, where a receipt itself is bad.
 * @typedef {string | Uint8Array | object | null} Written
 * @param {string | Uint8Array} log
 * @param {{receipt?: Written, key?: string, parent?: Written, luck?: string | Uint8Array | null, progress?: (done: number, of: number) => void}} [options]
 * @returns {Promise<Report>}
 */
export async function verify(log, { receipt = null, key, parent = null, luck = null, progress = () => {} } = {}) {
  subtle(); // without it nothing can be said of the log
  const held = receipt === null ? null : await readReceipt(receipt, key);
  const failures = [], count = { shown: 0, unshown: 0, table: 0 };
  const fail = (level, line, version, why) => failures.push({ level, line, version, why });
  const lines = linesOf(asBytes(log)), of = 2 * lines.length;
  const entries = await readChain(lines, fail, (done) => progress(done, of));
  if (held && !failures.length) holdToReceipt(entries, held, fail);
  const epochs = await readEpochs(entries, fail), before = { kept: new KeptDraws(), lent: new LentDraws(entries) };
  for (const [place, epoch] of epochs.at.entries()) {
    const entry = entries[place];
    try { await checkCommit(entry, epoch, before, count); } catch (error) { fail(2, entry.line, entry.before, error.message); }
    progress(lines.length + place + 1, of);
  }
  const origin = await holdToParent(entries, parent, key, fail), dice = await holdToTable(entries, luck, fail);
  progress(of, of);
  failures.sort((one, other) => one.line - other.line || one.level - other.level);
  const last = entries.at(-1);
  const closed = last?.public.events.at(-1).type === "StreamClosed";
  const { stream = "", version = 0 } = last?.public ?? {};
  const simulated = entries[0]?.public.events[0].simulated === true, { sealed } = epochs;
  const facts = { simulated, sealed, ...forkOf(entries), ...origin, ...dice, stream, version, head: last?.head ?? "00".repeat(32), commits: entries.length };
  return { ...facts, closed, ...count, failure: failures[0] ?? null };
}

// ---------------------------------------------------------------- receipts

const RECEIPT = "at,head,key,public_key,signature,stream,version", OF_A_FORK = RECEIPT.replace("head", "fork,head");
const NUMBER = /"(?:at|version)"\s*:\s*([^\s,}]*)/g;

/** A receipt that cannot be read, or is not signed by the key. */
export class ReceiptRefused extends Error {}

async function isSigned(receipt, key = receipt.public_key) {
  const { at, fork, head, stream, version } = receipt;
  if (!isHex(key) || key !== receipt.public_key || !/^[0-9a-f]{128}$/.test(receipt.signature)) return false;
  if (hex(await sha256(bytes(key))).slice(0, 16) !== receipt.key) return false;
  const signer = await subtle().importKey("raw", bytes(key), { name: "Ed25519" }, false, ["verify"]);
  const signed = utf8.encode(canonical(fork === undefined ? { at, head, stream, version } : { at, fork, head, stream, version }));
  return subtle().verify({ name: "Ed25519" }, signer, bytes(receipt.signature), signed);
}

/**
 * Read a receipt and hold it to the key that signed it. Throws: ReceiptRefused.
 * @param {string | Uint8Array | object} written
 * @param {string} [key] the public key by which the server is known
 */
export async function readReceipt(written, key) {
  subtle();
  let receipt;
  try {
    const spelt = isText(written) ? written : written instanceof Uint8Array ? text.decode(written) : JSON.stringify(written);
    receipt = JSON.parse(spelt);
    const { at, head, key: id, signature, stream, version } = receipt;
    const fields = Object.hasOwn(receipt ?? {}, "fork") ? OF_A_FORK : RECEIPT;
    hold(hasOnly(receipt, fields) && spelt.match(/"\s*:/g).length === fields.split(",").length, "it has other fields");
    hold(fields === RECEIPT || isText(receipt.fork), "it has another form");
    hold([at, version].every((number) => Number.isSafeInteger(number) && number >= 0), "its numbers are none");
    hold([...spelt.matchAll(NUMBER)].every(([, digits]) => /^-?\d+$/.test(digits)), "its numbers are none");
    hold([id, signature, stream, receipt.public_key].every(isText) && isHex(head), "it has another form");
    canonical(receipt);
  } catch {
    throw new ReceiptRefused("the receipt cannot be read");
  }
  if (!(await isSigned(receipt, key))) throw new ReceiptRefused("the receipt is not signed by that key");
  return receipt;
}

#!/usr/bin/env node
// Verifies an exported log on levels 1 (chain) and 2 (draws), as contracts/log-format.md says. Needs node >= 18 only.
//
//   node contracts/verify.mjs FILE.ndjson [--receipt receipt.json] [--key HEX]
//
// Exits with 0 if nothing that can be checked is wrong, else with 1 and the first commit that fails; 2 is a wrong call.
// A simulated stream exits with 3 even if nothing is wrong: its seed was chosen, so that its draws prove nothing.
// --key is the public key you know the server by; without it the receipt is held to the key it names itself.
import { createHash, createHmac, createPublicKey, verify as signatureIsGood } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const HEX = /^[0-9a-f]{64}$/, ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const ROLES = ["gm", "player", "spectator", "clock"];
const LONGEST = 0xffff, DEEPEST = 100, MAX_EVENTS = 64, MAX_SIDES = 2 ** 32;

const sha256 = (...pieces) => pieces.reduce((hash, piece) => hash.update(piece), createHash("sha256")).digest();
const bytes = (hex) => Buffer.from(hex, "hex");
const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isHex = (value) => isText(value) && HEX.test(value);
const isList = (value, check) => Array.isArray(value) && value.every(check);
const hasOnly = (value, names) => isObject(value) && Object.keys(value).sort().join() === names;
const hold = (fact, why) => { if (!fact) throw new Error(why); };

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
  const { command, seat, role, by, at, faces } = intent, before = last.record?.intent;
  hold(split === undefined || version <= split.after, "the commit goes beyond its decision");
  if (!goesOn(last.record)) {
    const whole = split === undefined || (split.before === last.version && version < split.after);
    return hold(whole && command.type !== "Continue", "the commit goes on with a decision that is not there");
  }
  const alike = split !== undefined && canonical(split) === canonical(last.record.split) && !draws.length
    && hasOnly(command, "type") && command.type === "Continue"
    && canonical([seat, role, by, at, faces]) === canonical([before.seat, before.role, before.by, before.at, null]);
  hold(alike, "the commit does not go on with the decision before it");
}

function holdForms({ head, parts, public: record }) {
  hold(isHex(head) && Array.isArray(parts), "the line has another form");
  const fields = Object.hasOwn(record ?? {}, "split") ? "draws,events,intent,ruleset,split,stream,version" : FIELDS;
  hold(hasOnly(record, fields), "the record has other fields");
  const { draws, events, intent, ruleset, split, stream, version } = record;
  hold(split === undefined || isSplit(split), "the record names its decision in another form");
  hold(isText(ruleset) && isText(stream) && Number.isInteger(version), "the record has another form");
  hold(hasOnly(intent, "at,by,command,faces,id,role,seat"), "the intent has other fields");
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

function digestOf(part, place) {
  const shown = hasOnly(part, "digest,salt,value");
  hold((shown || hasOnly(part, "digest")) && isHex(part.digest), `part ${place} has another form`);
  if (!shown) return bytes(part.digest);
  hold(isHex(part.salt), `part ${place} has no proper salt`);
  const digest = sha256(bytes(part.salt), canonical(part.value));
  hold(digest.equals(bytes(part.digest)), `part ${place} is not what its digest says`);
  return digest;
}

function readLine(line, last) {
  const spelt = text.decode(line);
  const form = JSON.parse(spelt);
  hold(canonical(form) === spelt, "the line is not in canonical form");
  hold(hasOnly(form, "head,parts,public"), "the line has other fields");
  holdForms(form);
  const record = form.public;
  const head = sha256(last.head, canonical(record), ...form.parts.map(digestOf)).toString("hex");
  hold(head === form.head, "the head does not follow from the one before and the record");
  hold(record.version === last.version + record.events.length, "the version does not follow from the one before");
  holdDecision(record, last);
  hold(last.stream === undefined || record.stream === last.stream, "the record is of another stream");
  hold(record.intent.at >= last.at, "the time goes back");
  hold(!last.ids.has(record.intent.id), "the intent has been carried out before");
  return { ...form, before: last.version };
}

function readChain(lines, fail) {
  const last = { head: Buffer.alloc(32), version: 0, stream: undefined, at: 0, ids: new Set(), record: undefined };
  const entries = [];
  for (const [place, line] of lines.entries()) {
    try {
      const entry = { ...readLine(line, last), line: place + 1 };
      entries.push(entry);
      const { stream, version, intent } = entry.public;
      last.ids.add(intent.id);
      Object.assign(last, { head: bytes(entry.head), version, stream, at: intent.at, record: entry.public });
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

function* blockBytes(seed, prefix) {
  for (let block = 0; ; block += 1) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(block);
    yield* createHmac("sha256", seed).update(prefix).update(number).digest();
  }
}

function below(source, bound) {
  const width = bound <= 256 ? 1 : bound <= 65536 ? 2 : 4;
  const limit = 256 ** width - (256 ** width % bound);
  for (;;) {
    let word = 0;
    for (let read = 0; read < width; read += 1) word = word * 256 + source.next().value;
    if (word < limit) return word % bound;
  }
}

export function derive({ seed, salts, version, audience, draw }) {
  const purpose = Buffer.from(draw.purpose), lane = Buffer.from(audience === null ? "" : canonical(audience));
  const place = Buffer.alloc(8), sizes = [Buffer.alloc(2), Buffer.alloc(2)], k = Buffer.alloc(4);
  place.writeBigUInt64BE(BigInt(version));
  sizes[0].writeUInt16BE(purpose.length);
  sizes[1].writeUInt16BE(lane.length);
  k.writeUInt32BE(draw.k);
  const sorted = [...salts].sort(([one], [other]) => (one < other ? -1 : 1));
  const prefix = Buffer.concat([sha256(canonical(sorted)), place, sizes[0], purpose, sizes[1], lane, k]);
  const source = blockBytes(bytes(seed), prefix);
  if (draw.draw === "dice") return draw.faces.map(() => below(source, draw.sides) + 1);
  const order = draw.order.map((_, number) => number);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = below(source, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

function readEpochs(entries, fail) {
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
    SeedRevealed(event) {
      const epoch = inEpoch(event);
      hold(isHex(event.seed), "the seed has another form");
      hold(sha256(bytes(event.seed)).toString("hex") === epoch.commitment, "the revealed seed is not the one committed to");
      epoch.seed = event.seed;
      running = null;
    },
  };
  for (const { public: record, parts, line, before } of entries) {
    at.push(running);
    if (running && record.draws.length) running.drawn = true;
    try {
      for (const event of record.events) if (Object.hasOwn(follow, event.type)) follow[event.type](event, parts);
    } catch (error) {
      fail(2, line, before, error.message);
      break;
    }
  }
  // Only the server itself can read a seed that stays sealed after the end.
  const sealed = running !== null && entries.at(-1).public.events.at(-1).type === "StreamClosed";
  if (sealed && running.shown && sha256(bytes(running.shown)).toString("hex") === running.commitment) running.seed = running.shown;
  return { at, sealed };
}

function holdDraw(draw, source, k) {
  const names = draw.draw === "dice" ? "draw,faces,k,purpose,sides,source" : "draw,k,order,purpose,source";
  hold(["dice", "shuffle"].includes(draw.draw) && hasOnly(draw, names) && isText(draw.purpose), "a draw has another form");
  hold(draw.source === source, `draw ${draw.k} comes from the ${draw.source}, the commit's faces from the ${source}`);
  hold(draw.k === k && Buffer.byteLength(draw.purpose) <= LONGEST, `draw ${k} is not in its place`);
  const { sides, faces, order } = draw;
  const possible = draw.draw === "dice"
    ? Number.isInteger(sides) && sides >= 1 && sides <= MAX_SIDES
      && isList(faces, (face) => Number.isInteger(face) && face >= 1 && face <= sides)
    : isList(order, Number.isInteger) && [...order].sort((a, b) => a - b).every((place, number) => place === number);
  hold(possible, `draw ${k} shows what cannot be drawn`);
}

function checkCommit({ public: record, parts, before }, epoch, count) {
  const source = record.intent.faces ?? "seed";
  const lanes = record.draws.map((draw) => (placeholder(draw) ? draw.audience : null));
  const hidden = lanes.filter((lane) => lane !== null).map((lane) => canonical(lane));
  hold(new Set(hidden).size === hidden.length, "the hidden draws of an audience are in two parts");
  hold(hidden.every((lane) => Buffer.byteLength(lane) <= LONGEST), "the name of a lane is too long");
  hold(!record.draws.length || source === "table" || epoch, "draws are taken with no seed committed to");
  const open = record.draws.filter((_, place) => lanes[place] === null);
  const groups = [[null, open], ...record.draws.filter(placeholder).map((place) => [place.audience, parts[place.sealed].value])];
  for (const [audience, draws] of groups) {
    if (draws === undefined) { count.unshown += 1; continue; }
    hold(isList(draws, isObject), "a hidden part holds no draws");
    for (const [k, draw] of draws.entries()) {
      holdDraw(draw, source, k);
      const values = draw.faces ?? draw.order;
      if (source === "table") count.table += values.length;
      else if (!epoch.seed) count.unshown += 1;
      else {
        const again = derive({ seed: epoch.seed, salts: [...epoch.salts], version: before, audience, draw });
        hold(canonical(again) === canonical(values), `draw ${k} for ${draw.purpose} does not follow from the seed and the salts`);
        count.shown += 1;
      }
    }
  }
}

// ---------------------------------------------------------------- the whole

export function verify(file, receipt = null) {
  const failures = [], count = { shown: 0, unshown: 0, table: 0 };
  const fail = (level, line, version, why) => failures.push({ level, line, version, why });
  const lines = [];
  const end = file.at(-1) === 0x0a ? file.length - 1 : file.length;
  for (let start = 0; start <= end; ) {
    const found = file.indexOf(0x0a, start);
    const stop = found === -1 || found > end ? end : found;
    lines.push(file.subarray(start, stop));
    start = stop + 1;
  }
  const entries = readChain(lines, fail);
  if (receipt && !failures.length) holdToReceipt(entries, receipt, fail);
  const epochs = readEpochs(entries, fail);
  for (const [place, epoch] of epochs.at.entries()) {
    const entry = entries[place];
    try { checkCommit(entry, epoch, count); } catch (error) { fail(2, entry.line, entry.before, error.message); }
  }
  failures.sort((one, other) => one.line - other.line || one.level - other.level);
  const last = entries.at(-1);
  const closed = last?.public.events.at(-1).type === "StreamClosed";
  const { stream = "", version = 0 } = last?.public ?? {};
  const simulated = entries[0]?.public.events[0].simulated === true, { sealed } = epochs;
  const facts = { simulated, sealed, stream, version, head: last?.head ?? "00".repeat(32), commits: entries.length };
  return { ...facts, closed, ...count, failure: failures[0] ?? null };
}

export function isSigned(receipt, key = receipt.public_key) {
  const { at, head, stream, version } = receipt;
  if (!isHex(key) || key !== receipt.public_key || !/^[0-9a-f]{128}$/.test(receipt.signature)) return false;
  if (sha256(bytes(key)).toString("hex").slice(0, 16) !== receipt.key) return false;
  const der = Buffer.concat([bytes("302a300506032b6570032100"), bytes(key)]);
  const signer = createPublicKey({ key: der, format: "der", type: "spki" });
  return signatureIsGood(null, Buffer.from(canonical({ at, head, stream, version })), signer, bytes(receipt.signature));
}

const SIMULATED = "SIMULATED: no game was played here. The seed of this stream was chosen, and every face was known to "
  + "whoever asked for the job before the first command was sent. That its draws follow from the seed proves nothing.";
const SEALED = "The log of this stream stays closed after its end and its last seed is not revealed: that the draws follow "
  + "from that seed can be checked by the server alone and proven to nobody; that the log was not changed can be proven.";

// ---------------------------------------------------------------- the call; vectors/calls.json says what each one gives

const USAGE = "usage: node verify.mjs FILE.ndjson [--receipt receipt.json] [--key HEX]";
const RECEIPT = "at,head,key,public_key,signature,stream,version", NAMES = 7, NUMBER = /"(?:at|version)"\s*:\s*([^\s,}]*)/g;

class WrongCall extends Error {}
class ReceiptRefused extends Error {}

function readCall(words) {
  const files = [], given = { "--receipt": [], "--key": [] };
  const wrong = (why) => { throw new WrongCall(why); };
  let help = false;
  for (let at = 0; at < words.length; at += 1) {
    const [name, ...rest] = words[at].split("=");
    if (words[at] === "--") { files.push(...words.slice(at + 1)); break; }
    if (["--help", "-h"].includes(words[at])) help = true;
    else if (!name.startsWith("-") || words[at] === "-") files.push(words[at]);
    else if (!Object.hasOwn(given, name)) wrong(`no such option: ${name}`);
    else if (rest.length) given[name].push(rest.join("="));
    else if (at + 1 === words.length) wrong(`${name} needs a value`);
    else given[name].push(words[at += 1]);
  }
  if (help) return { help };
  if (files.length !== 1) wrong(files.length ? `one file, and not ${files.length}` : "which file?");
  for (const [name, values] of Object.entries(given)) if (values.length > 1) wrong(`${name} is given ${values.length} times`);
  const [[file], [receipt], [key]] = [files, given["--receipt"], given["--key"]];
  if (key !== undefined && receipt === undefined) wrong("--key needs the --receipt that it signed");
  if (key !== undefined && !isHex(key)) wrong("--key is 64 hexadecimal digits in lower case");
  const read = (path) => { try { return readFileSync(path); } catch { return wrong(`${path} cannot be read`); } };
  return { export: read(file), receipt: receipt === undefined ? null : read(receipt), key };
}

export function readReceipt(written, key) {
  let receipt;
  try {
    const spelt = text.decode(written);
    receipt = JSON.parse(spelt);
    const { at, head, key: id, signature, stream, version } = receipt;
    hold(hasOnly(receipt, RECEIPT) && spelt.match(/"\s*:/g).length === NAMES, "it has other fields");
    hold([at, version].every((number) => Number.isSafeInteger(number) && number >= 0), "its numbers are none");
    hold([...spelt.matchAll(NUMBER)].every(([, digits]) => /^-?\d+$/.test(digits)), "its numbers are none");
    hold([id, signature, stream, receipt.public_key].every(isText) && isHex(head), "it has another form");
    canonical(receipt);
  } catch {
    throw new ReceiptRefused("the receipt cannot be read");
  }
  if (!isSigned(receipt, key)) throw new ReceiptRefused("the receipt is not signed by that key");
  return receipt;
}

function main(words) {
  try {
    const call = readCall(words);
    if (call.help) return console.log(USAGE), 0;
    return report(call.export, call.receipt && readReceipt(call.receipt, call.key));
  } catch (error) {
    if (error instanceof ReceiptRefused) return console.log(`FAILED: ${error.message}`), 1;
    if (error instanceof WrongCall) return console.error(`${USAGE}\n${error.message}`), 2;
    throw error;
  }
}

function report(file, receipt) {
  const found = verify(file, receipt);
  if (found.simulated) console.log(SIMULATED);
  console.log(`${found.stream}: ${found.commits} commits, version ${found.version}, ${found.closed ? "closed" : "open"}`);
  console.log(`head ${found.head}`);
  console.log(`draws: ${found.shown} derived, ${found.unshown} not shown, ${found.table} faces from a real table, unproven`);
  if (found.sealed) console.log(SEALED);
  if (receipt && !found.failure) console.log(`receipt: version ${receipt.version} agrees, signed by ${receipt.key}`);
  const { failure } = found;
  if (failure) console.log(`FAILED: line ${failure.line} (after version ${failure.version}), level ${failure.level}: ${failure.why}`);
  return failure ? 1 : found.simulated ? 3 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main(process.argv.slice(2));

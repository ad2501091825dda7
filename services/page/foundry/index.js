// ../../../contracts/clients/typescript/src/problem.ts
/** The fields that an error copies from an answer, which may contain others. */
var COPIED = [
	"detail",
	"instance",
	"rule",
	"field",
	"needs",
	"has",
	"version",
	"head"
];
/** A refused request. Its class is the kind of refusal; its fields are those of the answer. */
var Problem = class extends Error {
	status;
	/** The kind of problem, for programs: `urn:arbiter:…`. */
	type;
	/** The explanation, for people. */
	title;
	detail;
	/** The id of the request, which the server's log contains too. */
	instance;
	/** The rule that forbids it. */
	rule;
	/** The path of that rule. */
	ruleUrl;
	/** The wrong part of the command. */
	field;
	needs;
	has;
	/** The current version of the stream. */
	version;
	head;
	/** Seconds to wait before the request may be repeated. */
	retryAfter;
	constructor(fields, options = {}) {
		super(fields.detail || fields.title, "cause" in options ? { cause: options.cause } : void 0);
		const copied = COPIED.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]);
		Object.assign(this, Object.fromEntries(copied), {
			name: new.target.name,
			ruleUrl: fields.rule_url,
			retryAfter: options.retryAfter
		});
		({status: this.status, type: this.type, title: this.title} = fields);
	}
};
/** The request does not follow the contract; `field` names the wrong field. */
var Malformed = class extends Problem {};
/** The credential is invalid, or this credential or seat may not do that. */
var Denied = class extends Problem {};
/** The resource does not exist, or is not yours. */
var NotFound = class extends Problem {};
/** A rule of the game forbids it: `rule` names it, `needs` and `has` say why. Nothing changed. */
var RuleForbids = class extends Problem {};
/** The request conflicts with the current state, or its idempotency key was used for another request. */
var Conflict = class extends Problem {};
/** The resource was erased. */
var Gone = class extends Problem {};
/** The stream has changed since the version in `ifMatch`; `version` is the current one. */
var Stale = class extends Problem {};
/** Too many requests, even after all retries; `retryAfter` is when to try again. */
var TooMany = class extends Problem {};
/** The server is still unavailable after all retries. */
var Unavailable = class extends Problem {};
/** No answer: the connection failed, was lost, or timed out. Its `status` is 0. */
var Unreachable = class extends Problem {};
var CLASSES = {
	400: Malformed,
	401: Denied,
	403: Denied,
	404: NotFound,
	405: Malformed,
	409: RuleForbids,
	410: Gone,
	412: Stale,
	413: Malformed,
	415: Malformed,
	422: Conflict,
	429: TooMany,
	502: Unavailable,
	503: Unavailable,
	504: Unavailable
};
/** Return the problem in an answer of 400 and above, whatever its body is. */
async function problemOf(answer) {
	const { status } = answer;
	const body = await answer.json().catch(() => null);
	const found = typeof body === "object" && body !== null ? body : {};
	const title = found.title ?? (answer.statusText || `status ${status}`);
	const kind = status === 409 && !found.rule ? Conflict : CLASSES[status] ?? Problem;
	const seconds = Number(answer.headers.get("Retry-After") ?? NaN);
	const retryAfter = Number.isFinite(seconds) ? seconds : void 0;
	return new kind({
		...found,
		type: found.type ?? "about:blank",
		title,
		status
	}, { retryAfter });
}
/** Return the problem for a missing answer. */
function unreachable(cause) {
	return new Unreachable({
		type: "about:blank",
		title: "no answer",
		status: 0,
		detail: cause instanceof Error ? cause.message : String(cause)
	}, { cause });
}
/** Return the problem for a redirect, which is not followed. */
var sentElsewhere = () => new Problem({
	type: "about:blank",
	title: "the server sends elsewhere",
	status: 0
});
/** Whether the same request may succeed later. */
var isPassing = (error) => error instanceof TooMany || error instanceof Unavailable || error instanceof Unreachable;
// ../../../contracts/clients/typescript/src/generated/services.ts
/** The collection in which each service keeps its streams. */
var COLLECTIONS = {
	bones: "campaigns",
	dice: "tables",
	rpg_boundless: "campaigns",
	rpg_specialist_pool: "campaigns",
	rpg_specialist_total: "campaigns",
	tcg: "matches"
};
// ../../../contracts/clients/typescript/src/transport.ts
/** Sends requests: their headers, and when and for how long they are repeated. */
var PATIENCE = 3e4;
var FIRST_PAUSE = 250;
var LONGEST_PAUSE = 8e3;
/** Return a new idempotency key. `crypto.randomUUID` is missing on pages without https; this works there. */
function newKey() {
	const bytes = crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
/** Return the wait before the next attempt, in milliseconds: longer each time, and random, so that clients do not retry together. */
function pauseBefore(tries, retryAfter = 0) {
	const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
	return Math.max(retryAfter * 1e3, longest / 2) + Math.random() * longest / 2;
}
/** Return the path of a service's streams; `undefined` for a game that is newer than this client. */
function knownStreams(service) {
	const known = COLLECTIONS;
	return Object.hasOwn(known, service) ? `/${service}/v1/${known[service]}` : void 0;
}
/** A path segment that leads to another path: `.`, `..`, or an empty one. */
var ASTRAY = /\/(?:\.|%2e){0,2}(?:\/|$)/i;
/** Return the header of a key or a token without surrounding blanks. Throws: TypeError, which does not quote it. */
function bearer(secret) {
	const plain = secret.trim();
	if (!/^[!-~]*$/.test(plain)) throw new TypeError("that is no key and no token: it has characters that none has");
	return `Bearer ${plain}`;
}
/** Wait; rejects with the signal's reason if that comes first. */
async function sleep(milliseconds, signal) {
	signal?.throwIfAborted();
	await new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, milliseconds);
		signal?.addEventListener("abort", stop, { once: true });
	});
}
/** Sends requests, and repeats them after 503, 429 and lost connections, until the time is up. */
var Transport = class {
	#options;
	#patience;
	#served;
	constructor(options) {
		this.#options = options;
		this.#patience = options.patience ?? PATIENCE;
	}
	/** Send a request and return the JSON of its answer. Throws: Problem, or the signal's reason. */
	async json(call) {
		return this.send(call, async (answer) => answer.status === 204 ? void 0 : await answer.json());
	}
	/**
	* Send a request and read its answer. It is repeated if the connection is lost while the answer is read.
	*
	* Redirects are not followed, because the request contains a credential for this address.
	* Throws: Problem, or the signal's reason; TypeError if the address, an id or the key is invalid.
	*/
	async send(call, read) {
		const url = this.#url(call, call.of === void 0 ? "" : await this.#streamsOf(call.of));
		const request = this.#init(call);
		const until = Date.now() + this.#patience;
		for (let tries = 0;; tries += 1) try {
			return await this.#try(url, request, until, read);
		} catch (error) {
			call.signal?.throwIfAborted();
			const pause = isPassing(error) && (!call.once || error instanceof TooMany) ? pauseBefore(tries, error.retryAfter) : Infinity;
			if (Date.now() + pause > until) throw error;
			await sleep(pause, call.signal);
		}
	}
	async #try(url, request, until, read) {
		const late = new AbortController();
		const timer = setTimeout(() => {
			late.abort(/* @__PURE__ */ new Error("it took too long"));
		}, until - Date.now());
		try {
			const signal = request.signal ? AbortSignal.any([request.signal, late.signal]) : late.signal;
			const answer = await (this.#options.fetch ?? fetch)(url, {
				...request,
				signal,
				redirect: "manual"
			});
			if (answer.type === "opaqueredirect") throw sentElsewhere();
			if (!answer.ok) throw await problemOf(answer);
			return await read(answer);
		} catch (error) {
			throw error instanceof Problem ? error : unreachable(error);
		} finally {
			clearTimeout(timer);
		}
	}
	/** Return the path of a service's streams; for a game that is newer than this client it asks the server. */
	async #streamsOf(service) {
		const known = knownStreams(service);
		if (known !== void 0) return known;
		this.#served ??= this.json({ path: "/arbiter/v1/services" });
		const { services } = await this.#served.catch((error) => {
			this.#served = void 0;
			throw error;
		});
		const found = services.find(({ name }) => name === service);
		if (found) return `/${service}/v1/${found.streams}`;
		throw new NotFound({
			type: "about:blank",
			title: `there is no service ${service}`,
			status: 404
		});
	}
	#url({ path, query = {} }, before) {
		const given = Object.entries(query).filter((one) => one[1] !== void 0);
		const words = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
		const address = (this.#options.address ?? "").replace(/\/$/, "");
		if (ASTRAY.test(before + path)) throw new TypeError(`${before}${path} is no path: an id or a name in it is none`);
		return new URL(`${address}${before}${path}${words && `?${words}`}`, globalThis.location?.href);
	}
	#init({ method = "GET", body, headers = {}, token, signal }) {
		const caller = token ?? this.#options.key, { cause, correlation } = (method === "GET" ? void 0 : this.#options.because) ?? {};
		const all = {
			Accept: "application/json",
			"Content-Type": body === void 0 ? void 0 : "application/json",
			Authorization: caller === void 0 ? void 0 : bearer(caller),
			"Arbiter-Cause": cause,
			"Arbiter-Correlation": correlation,
			...headers
		};
		const given = Object.entries(all).filter((one) => one[1] !== void 0);
		const text = body === void 0 ? null : JSON.stringify(body);
		return {
			method,
			headers: new Headers(given),
			signal: signal ?? null,
			body: text
		};
	}
};
// ../../../contracts/clients/typescript/src/sse.ts
/** Server-sent events over `fetch`, which can send headers, unlike `EventSource`. */
/** A connection that is silent for longer than this is dead: the server pings every 15 seconds. In milliseconds. */
var SILENCE = 45e3;
/** Parse messages from pieces of text; comments and an incomplete last message are skipped. A line may end with CR LF. */
function* messagesOf(state, piece) {
	const blocks = (state.rest + piece.replaceAll("\r", "")).split("\n\n");
	state.rest = blocks.pop() ?? "";
	for (const block of blocks) {
		const message = {
			id: "",
			event: "message",
			data: []
		};
		for (const line of block.split("\n")) {
			const [, name, value = ""] = /^([a-z]+)(?:: ?(.*))?$/.exec(line) ?? [];
			if (name === "data") message.data.push(value);
			else if (name === "id" || name === "event") message[name] = value;
		}
		if (message.data.length > 0) yield {
			...message,
			data: message.data.join("\n")
		};
	}
}
/** Read one connection until it ends or is lost. Throws: Problem, if there is no connection. */
async function* connection(transport, call, connected) {
	const silent = new AbortController();
	const signal = call.signal ? AbortSignal.any([call.signal, silent.signal]) : silent.signal;
	const body = await transport.send({
		...call,
		signal
	}, (answer) => Promise.resolve(answer.body));
	connected();
	if (body === null) return;
	const reader = body.getReader();
	const stop = () => {
		reader.cancel().catch(() => void 0);
	};
	signal.addEventListener("abort", stop);
	const decoder = new TextDecoder(), state = { rest: "" };
	try {
		for (;;) {
			const timer = setTimeout(() => {
				silent.abort();
			}, SILENCE);
			const piece = await reader.read().catch(() => void 0).finally(() => {
				clearTimeout(timer);
			});
			if (!piece || piece.done) return;
			yield* messagesOf(state, decoder.decode(piece.value, { stream: true }));
		}
	} finally {
		signal.removeEventListener("abort", stop);
		stop();
	}
}
/**
* Read an event stream, and resume after its last message whenever the connection is lost, with growing pauses.
*
* `isOver` is called when a connection ends, with the id of the last message: whether no further message can come. After a
* first connection, it reconnects until the signal is aborted.
* Throws: Problem, if the server refuses, or does not answer the first request.
*/
async function* resumed(transport, call, after, isOver) {
	let last = after, was = false;
	for (let tries = 0; !call.signal?.aborted; tries += 1) {
		try {
			const headers = {
				...call.headers,
				Accept: "text/event-stream",
				"Last-Event-ID": last
			};
			for await (const message of connection(transport, {
				...call,
				headers
			}, () => {
				was = true;
			})) {
				last = message.id || last;
				tries = 0;
				yield message;
			}
			if (!call.signal?.aborted && await isOver(last)) return;
		} catch (error) {
			if (call.signal?.aborted) return;
			if (!was || !isPassing(error)) throw error;
		}
		await sleep(pauseBefore(tries), call.signal).catch(() => void 0);
	}
}
// ../../../contracts/clients/typescript/src/job.ts
/** A job. Every function throws `Problem` if the server refuses. */
var Job = class {
	service;
	id;
	path;
	#transport;
	constructor(transport, service, id) {
		this.service = service;
		this.id = id;
		this.path = `/${encodeURIComponent(service)}/v1/jobs/${encodeURIComponent(id)}`;
		this.#transport = transport;
	}
	/** Get its progress and its results so far. */
	async look({ signal } = {}) {
		return this.#transport.json({
			path: this.path,
			signal
		});
	}
	/** Yield its progress on each change, across lost connections; ends with the job or the signal. */
	async *follow({ signal } = {}) {
		const isOver = async () => (await this.look({ signal })).progress.status !== "running";
		for await (const { data } of resumed(this.#transport, {
			path: `${this.path}/events`,
			signal
		}, "0", isOver)) {
			const progress = JSON.parse(data);
			yield progress;
			if (progress.status !== "running") return;
		}
	}
	/** Wait until it ends, and return its results. */
	async done({ signal } = {}) {
		for await (const { status } of this.follow({ signal })) if (status !== "running") break;
		return this.look({ signal });
	}
	/** Cancel it; its results so far stay. */
	async cancel({ signal } = {}) {
		return this.#transport.json({
			method: "POST",
			path: `${this.path}/cancellation`,
			signal
		});
	}
	/** Play one of its trials again as a stream. */
	async trial(body, { signal } = {}) {
		return this.#transport.json({
			method: "POST",
			path: `${this.path}/trials`,
			body,
			signal
		});
	}
};
// ../../../contracts/clients/typescript/src/verify.ts
/**
* Verify an exported log, and its receipt if there is one: its chain, and its visible draws. A fork is also held to its
* `parent`: the log of the stream that it came from, or a receipt of that; dice that a table rolled to its log, `luck`.
*
* `key` is the server's public key. Throws: ReceiptRefused, if the receipt itself is invalid; an error
* if the browser has no WebCrypto, as on pages from plain http on another computer.
*/
async function verify(log, options = {}) {
	return (await import("./verification.js")).verify(log, options);
}
// ../../../contracts/clients/typescript/src/stream.ts
/** A stream, as its caller sees it and acts in it. Every function throws `Problem` if the server refuses. */
var Stream = class {
	service;
	id;
	/** The path of the stream; unknown for a game that is newer than this client. */
	path;
	#transport;
	#as;
	constructor(transport, service, id, as = {}) {
		this.service = service;
		this.id = id;
		const known = knownStreams(service);
		this.path = known && `${known}/${encodeURIComponent(id)}`;
		this.#transport = transport;
		this.#as = as;
	}
	/** Get the view, now or at a version. */
	async view({ at, signal } = {}) {
		return this.#transport.json(this.#call({
			query: { at },
			signal
		}));
	}
	/** Get the seats that have to act, the commands that this seat may send (all, one type, or some kinds), and the reasons against others. */
	async legal(command, { kinds, signal } = {}) {
		return this.#transport.json(this.#call({
			path: "/legal",
			query: {
				command,
				kind: kinds?.join()
			},
			signal
		}));
	}
	/** Get the seats that have to act, and the moves and answers that this seat may send. */
	async moves({ signal } = {}) {
		return this.legal(void 0, {
			kinds: ["move", "answer"],
			signal
		});
	}
	async send(command, options = {}) {
		const { dryRun, ifMatch, key = newKey(), faces, minimal, signal } = options;
		const headers = {
			"Idempotency-Key": dryRun ? void 0 : key,
			"If-Match": ifMatch === void 0 ? void 0 : `"${ifMatch}"`,
			Prefer: minimal ? "return=minimal" : void 0
		};
		const body = faces === void 0 ? { command } : {
			command,
			faces
		};
		return this.#transport.json(this.#post("/commands", body, {
			headers,
			query: { dry_run: dryRun || void 0 },
			signal
		}));
	}
	/** Yield all events after a version, read in pages of `limit` commits; ends with the newest event. */
	async *events({ after = 0, limit, signal } = {}) {
		for (let next = after; next !== null;) {
			const call = this.#call({
				path: "/events",
				query: {
					after: next,
					limit
				},
				signal
			});
			const page = await this.#transport.json(call);
			yield* page.items;
			next = page.next;
		}
	}
	/** Yield all events after a version, and then new ones, across lost connections; ends with the stream or the signal. */
	async *follow({ after = 0, signal } = {}) {
		const isOver = async (last) => {
			const { status, version } = await this.view({ signal });
			return status === "closed" && version <= Number(last);
		};
		for await (const { data } of resumed(this.#transport, this.#call({
			path: "/events",
			signal
		}), String(after), isOver)) {
			const event = JSON.parse(data);
			yield event;
			if (event.data.type === "StreamClosed") return;
		}
	}
	/** Get the log as this seat may read it: a line of JSON for each commit. */
	async export({ signal } = {}) {
		const call = this.#call({
			path: "/events",
			headers: { Accept: "application/x-ndjson" },
			signal
		});
		return this.#transport.send(call, (answer) => answer.text());
	}
	/** Let the server verify the log: chain, draws and decisions. */
	async audit({ signal } = {}) {
		return this.#transport.json(this.#call({
			path: "/audit",
			signal
		}));
	}
	/** Get a digest of what this seat may read of the game, now or at a version: of its state, or of the seat's view. */
	async digest({ at, signal } = {}) {
		return this.#transport.json(this.#call({
			path: "/digest",
			query: { at },
			signal
		}));
	}
	/** Get the current version and head, signed by the server. */
	async receipt({ signal } = {}) {
		return this.#transport.json(this.#call({
			path: "/receipt",
			signal
		}));
	}
	/**
	* Verify the log here, against a receipt of the server: that it is unchanged, and that the visible draws
	* follow from their seeds. `publicKey` is the server's public key; `parent` is for a fork: the log of the stream that it
	* came from, or a receipt of that. `luck` is for dice that a table rolled: the log of that table.
	*/
	async verify({ publicKey, parent, luck, progress, signal } = {}) {
		const receipt = await this.receipt({ signal });
		const call = this.#call({
			path: "/events",
			headers: { Accept: "application/x-ndjson" },
			signal
		});
		return verify(await this.#transport.send(call, async (answer) => new Uint8Array(await answer.arrayBuffer())), {
			receipt,
			key: publicKey,
			parent,
			luck,
			progress
		});
	}
	/** Add a seat, and get its token. */
	async addSeat(seat, { key = newKey(), signal } = {}) {
		return this.#transport.json(this.#post("/seats", seat, {
			headers: { "Idempotency-Key": key },
			signal
		}));
	}
	/** Give a seat a new token; older ones stop working. */
	async rotateToken(seat, { key = newKey(), signal } = {}) {
		const path = `/seats/${encodeURIComponent(seat)}/token`;
		return this.#transport.json(this.#post(path, void 0, {
			headers: { "Idempotency-Key": key },
			signal
		}));
	}
	/**
	* Open a fork: a new stream that begins as this one was at a version, with `seat` dealt again from what that seat knew.
	* With a `goal`, such as `{ reach: 'win', seat: 'ann', turns: 1 }`, the fork is a puzzle.
	*/
	async fork(at, { seat, goal, key = newKey(), signal } = {}) {
		return this.#transport.json(this.#post("/forks", {
			at,
			seat,
			goal
		}, {
			headers: { "Idempotency-Key": key },
			signal
		}));
	}
	/** Read a path below the stream that has no function here: `get('/luck')` at a dice table. */
	async get(path, options = {}) {
		return this.#transport.json(this.#call({
			...options,
			path
		}));
	}
	#post(path, body, others) {
		return this.#call({
			...others,
			path,
			body,
			method: "POST"
		});
	}
	#call({ path = "", headers = {}, ...others }) {
		const seat = this.#as.token === void 0 ? this.#as.seat : void 0;
		const whole = `/${encodeURIComponent(this.id)}${path}`;
		return {
			...others,
			of: this.service,
			path: whole,
			token: this.#as.token,
			headers: {
				"Arbiter-Seat": seat,
				...headers
			}
		};
	}
};
// ../../../contracts/clients/typescript/src/arbiter.ts
var LONGEST_PAGE = 100;
/** Calls Arbiter. Every function throws `Problem` if the server refuses, and repeats calls that fail temporarily. */
var Arbiter = class Arbiter {
	#transport;
	#options;
	constructor(options = {}) {
		this.#options = options;
		this.#transport = new Transport(options);
	}
	/** Return a client whose writes name the event that they follow from, and the chain that they belong to. */
	because(origin) {
		return new Arbiter({
			...this.#options,
			because: origin
		});
	}
	/** Open a table, a match or a campaign; the answer has the tokens of its seats. */
	async open(service, body, { key = newKey(), signal } = {}) {
		const headers = { "Idempotency-Key": key };
		return this.#transport.json({
			method: "POST",
			of: service,
			path: "",
			body,
			headers,
			signal
		});
	}
	/** Return a stream: as a seat by its token, or with the app's key as a seat or as the app itself. */
	stream(service, id, as = {}) {
		return new Stream(this.#transport, service, id, as);
	}
	/** List the app's streams, newest first; with `seat` only those that have this seat. */
	streams(service, { status, seat, ...listing } = {}) {
		return this.#pages({
			of: service,
			path: "",
			query: {
				status,
				seat
			}
		}, listing);
	}
	/** Get every rule of a service. */
	async rules(service, options = {}) {
		return this.get(`/${encodeURIComponent(service)}/v1/rules`, options);
	}
	/** Get a rule with its rulings. */
	async rule(service, id, options = {}) {
		return this.get(`/${encodeURIComponent(service)}/v1/rules/${encodeURIComponent(id)}`, options);
	}
	/** Roll at once, on the key's own table: notation such as `4d6kh3 + 2`, or any roll of the contract. */
	async roll(body, options = {}) {
		const rolls = typeof body === "string" ? { rolls: [{ what: {
			throw: "Notation",
			text: body
		} }] } : body;
		return this.post("/dice/v1/rolls", rolls, {
			key: newKey(),
			...options
		});
	}
	/** Get exact odds from a service. */
	async odds(service, body, options = {}) {
		return this.#transport.json({
			...options,
			method: "POST",
			path: `/${encodeURIComponent(service)}/v1/odds`,
			body
		});
	}
	/** Start a simulation; the same request with the same seed returns the same job. */
	async job(service, body, options = {}) {
		const call = {
			...options,
			method: "POST",
			path: `/${encodeURIComponent(service)}/v1/jobs`,
			body
		};
		const { id } = await this.#transport.json(call);
		return this.jobAt(service, id);
	}
	/** Return a job by its id. */
	jobAt(service, id) {
		return new Job(this.#transport, service, id);
	}
	/** List the app's jobs, newest first. */
	jobs(service, { status, ...listing } = {}) {
		return this.#pages({
			path: `/${encodeURIComponent(service)}/v1/jobs`,
			query: { status }
		}, listing);
	}
	/** Read a path that has no function here. */
	async get(path, options = {}) {
		return this.#transport.json({
			...options,
			path
		});
	}
	/**
	* Post to a path that has no function here. With an idempotency key the request is repeated after errors; without one,
	* only if the server surely did not receive it.
	*/
	async post(path, body, { key, headers, ...options } = {}) {
		const all = {
			"Idempotency-Key": key,
			...headers
		};
		return this.#transport.json({
			...options,
			path,
			body,
			method: "POST",
			headers: all,
			once: key === void 0
		});
	}
	async *#pages(call, { limit = Infinity, signal }) {
		let left = limit, cursor;
		while (left > 0) {
			const query = {
				...call.query,
				limit: Math.min(left, LONGEST_PAGE),
				cursor
			};
			const page = await this.#transport.json({
				...call,
				query,
				signal
			});
			yield* page.items;
			left -= page.items.length;
			if (page.next === null) return;
			cursor = page.next;
		}
	}
};
export { Arbiter, Conflict, Denied, Gone, Job, Malformed, NotFound, Problem, RuleForbids, Stale, Stream, TooMany, Unavailable, Unreachable, verify };

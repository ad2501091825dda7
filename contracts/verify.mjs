#!/usr/bin/env node
// Verifies an exported log on levels 1 (chain) and 2 (draws), as contracts/log-format.md says. Needs node >= 18 and
// `verification.mjs` beside it only, which does the work; vectors/calls.json says what each call gives.
//
//   node contracts/verify.mjs FILE.ndjson [--receipt receipt.json] [--key HEX] [--parent PARENT.ndjson] [--luck TABLE.ndjson]
//
// Exits with 0 if nothing that can be checked is wrong, else with 1 and the first commit that fails; 2 is a wrong call.
// A simulated stream exits with 3 even if nothing is wrong: its seed was chosen, so that its draws prove nothing.
// --key is the public key you know the server by; without it the receipt is held to the key it names itself. --parent is
// for a fork: the log of the stream that it came from, or a receipt of that at the version of the fork. --luck is for a
// campaign whose open dice a table rolls: the log of that table.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";

import { ReceiptRefused, verify } from "./verification.mjs";

globalThis.crypto ??= webcrypto; // not global in node 18, which warns of Ed25519 there as an experiment
process.removeAllListeners("warning");

const SIMULATED = "SIMULATED: no game was played here. The seed of this stream was chosen, and every face was known to "
  + "the caller of the simulation before the first command. That its draws follow from the seed proves nothing.";
const SEALED = "The log of this stream stays closed after its end and its last seed is not revealed: that the draws follow "
  + "from that seed can be checked by the server alone and proven to nobody; that the log was not changed can be proven.";

const USAGE = "usage: node verify.mjs FILE.ndjson [--receipt receipt.json] [--key HEX] [--parent PARENT.ndjson] [--luck TABLE.ndjson]";

class WrongCall extends Error {}

function readCall(words) {
  const files = [], given = { "--receipt": [], "--key": [], "--parent": [], "--luck": [] };
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
  const [[file], [receipt], [key], [parent]] = [files, given["--receipt"], given["--key"], given["--parent"]];
  const [luck] = given["--luck"];
  if (key !== undefined && receipt === undefined && parent === undefined) wrong("--key needs the --receipt that it signed, or a --parent");
  if (key !== undefined && !/^[0-9a-f]{64}$/.test(key)) wrong("--key is 64 hexadecimal digits in lower case");
  const read = (path) => { try { return readFileSync(path); } catch { return wrong(`${path} cannot be read`); } };
  const readIf = (path) => (path === undefined ? null : read(path));
  return { export: read(file), receipt: readIf(receipt), key, parent: readIf(parent), luck: readIf(luck) };
}

async function main(words) {
  try {
    const call = readCall(words);
    if (call.help) return console.log(USAGE), 0;
    return report(await verify(call.export, call), call.receipt && JSON.parse(call.receipt));
  } catch (error) {
    if (error instanceof ReceiptRefused) return console.log(`FAILED: ${error.message}`), 1;
    if (error instanceof WrongCall) return console.error(`${USAGE}\n${error.message}`), 2;
    throw error;
  }
}

function report(found, receipt) {
  if (found.simulated) console.log(SIMULATED);
  console.log(`${found.stream}: ${found.commits} commits, version ${found.version}, ${found.closed ? "closed" : "open"}`);
  if (found.fork) console.log(`${found.fork}: ${found.parent ?? "whether it began with that state was not checked"}`);
  if (found.luck) console.log(`dice of a table: ${found.lent} draws, ${found.lentUnshown} not shown; ${found.luck}`);
  console.log(`head ${found.head}`);
  console.log(`draws: ${found.shown} derived, ${found.unshown} not shown, ${found.table} faces from a real table, unproven`);
  if (found.sealed) console.log(SEALED);
  if (receipt && !found.failure) console.log(`receipt: version ${receipt.version} agrees, signed by ${receipt.key}`);
  const { failure } = found;
  if (failure) console.log(`FAILED: line ${failure.line} (after version ${failure.version}), level ${failure.level}: ${failure.why}`);
  return failure ? 1 : found.simulated ? 3 : 0;
}

process.exitCode = await main(process.argv.slice(2));

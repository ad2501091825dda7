// Generates a client for each contract (`contracts/<service>/openapi.json`) with @hey-api/openapi-ts, into `src/generated/<service>`.
//
// The generator makes one function of an operation, and an operation that answers JSON or an event stream becomes the
// former. So each such operation is given twice: `diceEvents` returns a page, and `diceEventsStream` the messages. The second
// has the same path: the text after `#` in an address is never sent.
import { existsSync, readdirSync } from 'node:fs';

export const CONTRACTS = '../..';
export const GENERATED = 'src/generated';
const EVENTS = 'text/event-stream';

function withStreams(contract) {
  for (const [path, { get }] of Object.entries(contract.paths)) {
    const { 200: answer, ...others } = get?.responses ?? {};
    const { [EVENTS]: messages, ...content } = answer?.content ?? {};
    if (!messages) continue;
    get.responses = { 200: { ...answer, content }, ...others };
    contract.paths[`${path}#stream`] = {
      get: {
        ...get,
        operationId: `${get.operationId}_stream`,
        parameters: [
          ...get.parameters.filter((one) => one.in !== 'query'), // `Last-Event-ID` says where to resume
          { name: 'Accept', in: 'header', required: true, schema: { type: 'string', const: EVENTS } },
        ],
        responses: { 200: { ...answer, content: { [EVENTS]: messages } }, ...others },
      },
    };
  }
}

export const SERVICES = readdirSync(CONTRACTS).filter((one) => existsSync(`${CONTRACTS}/${one}/openapi.json`)).sort();

export default SERVICES.map((one) => ({
  input: `${CONTRACTS}/${one}/openapi.json`,
  output: { path: `${GENERATED}/${one}`, importFileExtension: '.js' },
  parser: { patch: { input: withStreams } },
  logs: { level: 'warn' },
}));

// Rolls at a table across lost connections; prints the version after the roll.
import { Arbiter } from 'arbiter-client';

const { ADDRESS, KEY, TABLE } = (globalThis as any).process.env;
const table = new Arbiter({ address: ADDRESS, key: KEY }).stream('dice', TABLE);
const { version } = await table.send({ type: 'Roll', rolls: [{ what: { throw: 'Notation', text: '3d6' } }] });
console.log(JSON.stringify({ version }));

// Rolls at a table, over whatever the connection goes through; prints the version after it.
import { Arbiter } from 'arbiter-client';

const { ADDRESS, KEY, TABLE } = (globalThis as any).process.env;
const table = new Arbiter({ address: ADDRESS, key: KEY }).stream('dice', TABLE);
const { version } = await table.send({ type: 'Roll', rolls: [{ what: { throw: 'Notation', text: '3d6' } }] });
console.log(JSON.stringify({ version }));

// Follows a table from its second version to its end across lost connections; prints the events that it received.
import { Arbiter } from 'arbiter-client';

const { ADDRESS, KEY, TABLE, TOKEN } = (globalThis as any).process.env;
const table = new Arbiter({ address: ADDRESS, key: KEY }).stream('dice', TABLE, { token: TOKEN });
const heard: number[] = [];
for await (const event of table.follow({ after: 2 })) heard.push(Number(event.sequence));
console.log(JSON.stringify({ heard }));

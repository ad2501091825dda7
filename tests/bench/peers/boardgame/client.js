// Clients that play tic-tac-toe to a draw, match after match, each move sent when the last one is answered.
// usage: node client.js PORT CLIENTS SECONDS WARM     prints one line of JSON: what load.py's Answered holds
const { io } = require('socket.io-client');
const { performance } = require('perf_hooks');

const [port, clients, seconds, warm] = process.argv.slice(2).map(Number);
const DRAW = [0, 1, 2, 4, 3, 5, 7, 6, 8];
const begins = performance.now() + warm * 1000;
const ends = begins + seconds * 1000;
const latencies = [];
let good = 0, failed = 0, firstFailure = '', left = clients;

function fail(said) {
  failed += 1;
  firstFailure = firstFailure || said;
}

function play(number) {
  const socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ['websocket'] });
  let match = 0, id = '', move = 0, stateID = 0, sent = 0;

  function answered() {
    const now = performance.now();
    good += 1;
    if (begins <= now && now < ends) latencies.push(now - sent);
    if (now < ends) return true;
    socket.disconnect();
    left -= 1;
    if (left === 0) report();
    return false;
  }
  function open() {
    id = `bench-${process.pid}-${number}-${match++}`;
    move = 0;
    sent = performance.now();
    socket.emit('sync', id, '0', undefined, 2);
  }
  function go() {
    const playerID = String(move % 2);
    const payload = { type: 'clickCell', args: [DRAW[move]], playerID };
    sent = performance.now();
    socket.emit('update', { type: 'MAKE_MOVE', payload }, stateID, id, playerID);
  }
  socket.on('connect', open);
  socket.on('sync', (matchID, { state }) => {
    if (matchID !== id) return;
    stateID = state._stateID;
    if (answered()) go();
  });
  socket.on('update', (matchID, state) => {
    if (matchID !== id) return;
    const over = state.ctx.gameover;
    if (state._stateID <= stateID || state.G.cells[DRAW[move]] !== String(move % 2)) fail('the move is not in the state');
    if ((move === 8) !== Boolean(over && over.draw)) fail('only the ninth move is a draw');
    stateID = state._stateID;
    move += 1;
    if (answered()) move === 9 ? open() : go();
  });
}

function report() {
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] || 0;
  console.log(JSON.stringify({
    counted: latencies.length, all_good: good, failed, seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99),
    first_failure: firstFailure,
  }));
  process.exit(0);
}

setTimeout(() => { fail(`${left} clients got no answer`); report(); }, (warm + seconds + 10) * 1000);
for (let number = 0; number < clients; number++) play(number);

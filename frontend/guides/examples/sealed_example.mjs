import { Game } from './sealed.mjs';

const [token, attempt] = process.argv.slice(2);
const anyMove = (view) => view.legal[Math.floor(Math.random() * view.legal.length)];
const view = await new Game('https://evendeal.example', token, attempt, anyMove).run();
console.log(`The game ended after ${view.ply} moves with a score of ${view.score}.`);

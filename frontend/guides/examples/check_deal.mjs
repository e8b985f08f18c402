import { createHash } from "node:crypto";

const sha256 = (data) => createHash("sha256").update(data).digest();
const digest = (purpose, game, seed) => sha256(`${purpose}\n${game}\n${seed}`);

function* words(key) {
  for (let i = 0; ; i++) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(i);
    const block = sha256(Buffer.concat([key, counter]));
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

function deck(game, seed) {
  let cards = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  if (game === "wish") cards = cards.filter((card) => !"23456".includes(card[0]));
  if (game === "three-by-three") cards.push("X1", "X2");
  const numbers = words(digest("evendeal-deal-1", game, seed));
  for (let last = cards.length - 1; last > 0; last--) {
    const fair = Math.floor(2 ** 32 / (last + 1)) * (last + 1);
    let number;
    do number = numbers.next().value; while (number >= fair);
    const chosen = number % (last + 1);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

const commitment = (game, seed) => digest("evendeal-commit-1", game, seed).toString("hex");

const [game, seed] = process.argv.slice(2);
console.log(commitment(game, seed), ...deck(game, seed));

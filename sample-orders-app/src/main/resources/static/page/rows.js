// Shows the rows that exist, as the application and the provider tell them.

import { list } from './calls.js';

const $ = id => document.getElementById(id);
const seen = new Set();
let known = { orders: [], charges: [] };

/** Asks for both lists, shows them, and returns them. */
export async function refresh() {
  const [orders, charges] = await Promise.all([list('/orders'), list('/provider/charges')]);
  known = { orders, charges };
  show('order', orders, order => [order.id, order.sku, order.quantity]);
  show('charge', charges, charge => [charge.orderId, charge.amountCents, charge.card, `${charge.requests}×`]);
  return known;
}

export function newestOrder() {
  return known.orders.at(-1);
}

export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function show(noun, things, cells) {
  $(`${noun}-count`).textContent = things.length;
  $(`${noun}-noun`).textContent = things.length === 1 ? noun : `${noun}s`;
  $(`${noun}s`).replaceChildren(...things.slice(-100).reverse().map(thing => row(`${noun} ${thing.id}`, cells(thing))));
}

function row(name, cells) {
  const made = document.createElement('tr');
  if (!seen.has(name)) made.className = 'fresh';
  seen.add(name);
  made.append(...cells.map(cell => {
    const data = document.createElement('td');
    data.textContent = cell;
    return data;
  }));
  return made;
}

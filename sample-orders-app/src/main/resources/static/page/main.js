// What the buttons do.

import { list, newKey, send, signInAs } from './calls.js';
import { act } from './timeline.js';
import { count, newestOrder, refresh } from './rows.js';

const $ = id => document.getElementById(id);
const pause = millis => new Promise(resolve => setTimeout(resolve, millis));

/** What was wanted last: the request with its key, how often it was sent, and how many rows there were before. */
const last = { order: undefined, payment: undefined, refund: undefined };

async function want(noun, path, body) {
  const before = await refresh();
  last[noun] = { path, body, key: newKey(), sent: 0, before: { orders: before.orders.length, charges: before.charges.length } };
  return last[noun];
}

async function attempt(wanted, card, { body = wanted.body, hangUpAfter } = {}) {
  const answered = card.request();
  const hangUp = new AbortController();
  if (hangUpAfter) setTimeout(() => hangUp.abort(), hangUpAfter);
  wanted.sent++;
  const outcome = await send({ ...wanted, body }, hangUp.signal);
  answered(outcome);
  return outcome;
}

/** Sends the same again for as long as it is told to come back later. */
async function retryUntilKnown(wanted, card, atMost) {
  for (let i = 0; i < atMost; i++) {
    const outcome = await attempt(wanted, card);
    if (outcome.status !== 409 && outcome.status < 500) return;
    await pause(1000 * Math.min(outcome.retryAfter, 5));
  }
}

async function conclude(noun, wanted, card, outcomes = []) {
  const now = await refresh();
  const rows = now[`${noun}s`].length - wanted.before[`${noun}s`];
  $('verdict').textContent = `${count(wanted.sent, 'request')} with one key ${wanted.sent === 1 ? 'has' : 'have'} made ${count(rows, noun)}.`;
  if (outcomes.length > 1) card.say(tally(outcomes));
}

function tally(outcomes) {
  const groups = Map.groupBy
    ? Map.groupBy(outcomes, outcome => outcome.words)
    : outcomes.reduce((map, o) => map.set(o.words, [...(map.get(o.words) ?? []), o]), new Map());
  return [...groups].map(([words, of]) => `${of.length} × ${words}`).join(', ');
}

const order = () => ({ sku: $('sku').value, quantity: Number($('quantity').value) });
const current = async () => last.order ?? want('order', '/orders', order());

async function place() {
  const wanted = await want('order', '/orders', order());
  const card = act('Place an order', wanted.key);
  await attempt(wanted, card);
  await conclude('order', wanted, card);
}

async function retry() {
  const wanted = await current();
  const card = act('Retry', wanted.key);
  await attempt(wanted, card);
  await conclude('order', wanted, card);
}

async function twenty() {
  const wanted = await current();
  const card = act('Twenty at once', wanted.key);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => attempt(wanted, card)));
  await conclude('order', wanted, card, outcomes);
}

async function change() {
  const wanted = await current();
  const card = act('Change the body', wanted.key);
  await attempt(wanted, card, { body: { ...wanted.body, quantity: wanted.body.quantity + 1 } });
  await conclude('order', wanted, card);
}

async function lose() {
  const wanted = await want('order', '/orders', { sku: 'turtle', quantity: 1 });
  const card = act('Lose the answer, then retry', wanted.key);
  await attempt(wanted, card, { hangUpAfter: 400 });
  await retryUntilKnown(wanted, card, 10);
  await conclude('order', wanted, card);
}

async function payment(cardName) {
  if (!newestOrder()) await place();
  return want('payment', '/payments', { orderId: newestOrder()?.id, amountCents: Number($('amount').value), card: cardName });
}

async function pay() {
  const wanted = await payment($('card').value);
  const card = act(`Pay with card “${wanted.body.card}”`, wanted.key);
  await attempt(wanted, card);
  await conclude('charge', wanted, card);
}

async function payRetry() {
  const wanted = last.payment ?? await payment($('card').value);
  const card = act('Retry the payment', wanted.key);
  await attempt(wanted, card);
  await conclude('charge', wanted, card);
}

async function timeOut() {
  const wanted = await payment('timeout');
  const card = act('Let the provider time out, then retry', wanted.key);
  await attempt(wanted, card);
  await conclude('charge', wanted, card);
  await retryUntilKnown(wanted, card, 12);
  await conclude('charge', wanted, card);
}

/** Two requests about one order: while the carrier is at it, the refund is told to come again. */
async function shipAndRefund() {
  await place();
  const path = `/orders/${newestOrder().id}`;
  const shipment = { path: `${path}/shipments`, body: { carrier: 'slow:2000' }, key: newKey(), sent: 0 };
  const card = act('Ship and refund at once', shipment.key);
  const shipped = attempt(shipment, card);
  await pause(500);
  last.refund = { path: `${path}/refunds`, body: { amountCents: 500 }, key: newKey(), sent: 0 };
  await retryUntilKnown(last.refund, card, 10);
  await shipped;
  await concludeRefund(path, last.refund.sent, 'Requests for a refund, sent while the order was shipped');
}

/** With a new key: what was done once and for all is not done again. */
async function refundAgain() {
  if (!last.refund) await shipAndRefund();
  last.refund = { ...last.refund, key: newKey(), sent: 0 };
  const card = act('Refund it again, with a new key', last.refund.key);
  await attempt(last.refund, card);
  await concludeRefund(last.refund.path.replace('/refunds', ''), 1, 'A request with another key');
}

async function concludeRefund(path, sent, what) {
  const refunds = await list(`${path}/refunds`);
  $('verdict').textContent = `${what}: ${sent}. The order has ${count(refunds.length, 'refund')}.`;
}

function on(button, work) {
  return async event => {
    event.preventDefault();
    button.disabled = true;
    try {
      await work();
    } catch (error) {
      $('verdict').textContent = 'The application does not answer.';
    } finally {
      button.disabled = false;
      button.focus({ preventScroll: true });
    }
  };
}

$('order-form').addEventListener('submit', on($('place'), place));
$('payment-form').addEventListener('submit', on($('pay'), pay));
$('shipment-form').addEventListener('submit', on($('ship'), shipAndRefund));
for (const [id, work] of Object.entries({ retry, twenty, change, lose, 'pay-retry': payRetry, 'time-out': timeOut, refund: refundAgain })) {
  $(id).addEventListener('click', on($(id), work));
}

for (const radio of document.querySelectorAll('[name=tenant]')) {
  radio.addEventListener('change', () => {
    signInAs(radio.value);
    last.order = last.payment = last.refund = undefined;
    $('order-tenant').textContent = radio.value;
    $('verdict').textContent = `You are ${radio.value} now. Keys and orders of others are not yours.`;
    refresh();
  });
}

refresh();
setInterval(() => document.hidden || refresh().catch(() => {}), 3000);

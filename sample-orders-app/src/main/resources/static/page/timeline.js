// Draws what was sent and what came back: one card for each thing done, one bar for each request.

const timeline = document.querySelector('#timeline');
const empty = document.querySelector('#timeline-empty');

const element = (name, className, text = '') => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
};

/** A card for one thing that the user does; its bars share one scale. */
export function act(title, key) {
  const card = element('article', 'act');
  const heading = element('h3', '');
  const requests = element('ol', '');
  const tally = element('p', 'tally');
  heading.append(element('span', '', title), element('code', '', `key ${key.slice(0, 8)}…`));
  card.append(heading, requests, tally);
  timeline.prepend(card);
  empty.hidden = true;

  const start = performance.now();
  const bars = [];
  const draw = () => {
    const now = performance.now() - start;
    const scale = Math.max(...bars.map(bar => bar.end ?? now), 1);
    for (const bar of bars) {
      bar.node.style.left = `${100 * bar.start / scale}%`;
      bar.node.style.width = `${100 * ((bar.end ?? now) - bar.start) / scale}%`;
    }
  };
  const tick = () => {
    draw();
    if (bars.some(bar => bar.end === undefined)) requestAnimationFrame(tick);
  };

  return {
    /** Adds a bar that grows until its answer is there. */
    request() {
      const row = element('li', 'waiting');
      const track = element('div', 'track');
      const answer = element('div', 'answer', 'waiting …');
      const bar = { node: element('div', 'bar'), start: performance.now() - start, end: undefined };
      track.setAttribute('aria-hidden', 'true');
      track.append(bar.node);
      row.append(track, answer);
      requests.append(row);
      bars.push(bar);
      tick();
      return outcome => {
        bar.end = performance.now() - start;
        row.className = outcome.kind;
        answer.textContent = outcome.status ? `${outcome.status} ${outcome.words} ` : `${outcome.words} `;
        answer.append(element('span', '', `${Math.round(bar.end - bar.start)} ms`));
        draw();
      };
    },
    say(text) {
      tally.textContent = text;
    },
  };
}

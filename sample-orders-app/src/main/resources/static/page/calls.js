// Talks to the application as any client would: a key for each thing that is wanted, kept for all attempts at it.

let tenant = 'alice';

export function signInAs(name) {
  tenant = name;
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

function authorization() {
  return { Authorization: 'Basic ' + btoa(`${tenant}:${tenant}`) };
}

export async function list(path) {
  const response = await fetch(path, { headers: authorization() });
  return response.json();
}

/** Sends the request and says what came of it. */
export async function send(request, signal) {
  try {
    const response = await fetch(request.path, {
      method: 'POST',
      headers: { ...authorization(), 'Content-Type': 'application/json', 'Idempotency-Key': request.key },
      body: JSON.stringify(request.body),
      signal,
    });
    const body = await response.json().catch(() => ({}));
    return {
      status: response.status,
      kind: kindOf(response),
      words: wordsFor(response, body),
      retryAfter: Number(response.headers.get('Retry-After')) || 1,
    };
  } catch (error) {
    return signal?.aborted
      ? { status: 0, kind: 'lost', words: 'answer lost', retryAfter: 1 }
      : { status: 0, kind: 'failed', words: 'no answer', retryAfter: 1 };
  }
}

function kindOf(response) {
  if (response.headers.get('Idempotency-Replayed') === 'true') return 'replay';
  if (response.status === 409) return 'conflict';
  if (response.status === 422) return 'refused';
  return response.status >= 500 ? 'failed' : 'ran';
}

const conflicts = {
  idempotency_outcome_unknown: 'outcome unknown',
  idempotency_entity_locked: 'another request is at it',
  idempotency_action_done: 'done under another key',
  idempotency_action_conflict: 'done with other content',
};

function wordsFor(response, body) {
  switch (kindOf(response)) {
    case 'replay': return 'replay';
    case 'conflict': return conflicts[body.code] ?? 'still running';
    case 'refused': return 'key of another request';
    case 'failed': return response.status === 504 ? 'outcome unknown' : 'failed, may be retried';
    default: return response.ok ? 'ran' : 'ran and said no';
  }
}

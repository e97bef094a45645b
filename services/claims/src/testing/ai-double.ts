import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '@staycover/testing';

type Json = Record<string, unknown>;

/**
 * What the double does with a request: answer with this text, with this HTTP status, after a while, never, or with 2 MiB that
 * go on.
 */
export type Behaviour = { text: string; afterMs?: number } | { status: number } | 'never' | 'endless';

export type AiDouble = {
  url: string;
  /** Bodies and headers of the requests that came, in order. */
  requests: { path: string; headers: IncomingMessage['headers']; body: Json }[];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
};

/** A local server that speaks the Anthropic Messages API and OpenAI's chat completions. */
export const startAiDouble = async (): Promise<AiDouble> => {
  let behaviour: Behaviour = { text: '{}' };
  const requests: AiDouble['requests'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Json;
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers, body });
    if (behaviour === 'never') return;
    if (behaviour === 'endless') goOn(response);
    else if (path.endsWith('/messages')) anthropic(behaviour, request, body, response);
    else if (path.endsWith('/chat/completions')) openAi(behaviour, body, response);
    else send(response, 404, { error: { message: 'no such path' } });
  });
  const url = await listenLocally(server);
  return {
    url: `${url}/v1`,
    requests,
    behave: (next) => void (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const send = (response: ServerResponse, status: number, body: Json, afterMs = 0): void => {
  setTimeout(() => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }, afterMs).unref();
};

const goOn = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).write(Buffer.alloc(2 * 1024 * 1024, ' '));

type Answering = Exclude<Behaviour, string>;

const anthropic = (behaviour: Answering, { headers }: IncomingMessage, body: Json, response: ServerResponse): void => {
  const fault = (status: number, type: string, message: string) =>
    send(response, status, { type: 'error', error: { type, message } });
  if (!headers['x-api-key']) return fault(401, 'authentication_error', 'x-api-key header is required');
  if (!headers['anthropic-version']) return fault(400, 'invalid_request_error', 'anthropic-version header is required');
  if (typeof body['max_tokens'] !== 'number' || !Array.isArray(body['messages'])) {
    return fault(400, 'invalid_request_error', 'max_tokens and messages are required');
  }
  if ('status' in behaviour) return fault(behaviour.status, 'api_error', 'Internal server error');
  const { text, afterMs } = behaviour;
  const [tool] = (body['tools'] as { name: string }[] | undefined) ?? [];
  send(
    response,
    200,
    {
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      model: body['model'],
      content: tool
        ? [{ type: 'tool_use', id: 'toolu_01', name: tool.name, input: parsed(text) }]
        : [{ type: 'text', text }],
      stop_reason: tool ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 200, output_tokens: 80 },
    },
    afterMs,
  );
};

const openAi = (behaviour: Answering, body: Json, response: ServerResponse): void => {
  if ('status' in behaviour)
    return send(response, behaviour.status, { error: { message: 'The server had an error', type: 'server_error' } });
  const { text, afterMs } = behaviour;
  send(
    response,
    200,
    {
      id: 'chatcmpl-01',
      object: 'chat.completion',
      created: 1_795_600_000,
      model: body['model'],
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 200, completion_tokens: 80, total_tokens: 280 },
    },
    afterMs,
  );
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
};

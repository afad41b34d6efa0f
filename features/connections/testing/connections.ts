import type { FakeAi } from '../../../tests/fakes/fake-ai.ts'
import type { FakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import type {
  AiValues,
  ConnectionKind,
  ConnectionsResponse,
  MailValues,
  SpeechValues,
} from '../contract/connections.ts'

/** What an owner types to connect a fake email server */
export function mailForm({ url }: Pick<FakeSmtp, 'url'>, more: Partial<MailValues> = {}): MailValues {
  const { hostname, port } = new URL(url)
  return {
    host: hostname,
    port: Number(port),
    security: 'none',
    user: '',
    senderName: 'Harbor Helpers',
    senderAddress: 'hello@harbor.example',
    ...more,
  }
}

/** What an owner types to connect a fake AI service */
export function aiForm({ url }: Pick<FakeAi, 'url'>, more: Partial<AiValues> = {}): AiValues {
  return {
    provider: 'openai-compatible',
    address: url,
    model: 'fake',
    priceIn: null,
    priceOut: null,
    monthlyBudget: null,
    ...more,
  }
}

export function speechForm({ url }: Pick<FakeAi, 'url'>, more: Partial<SpeechValues> = {}): SpeechValues {
  return { address: url, model: 'fake', ...more }
}

/** Requests to the endpoints of connections, as one user */
export function connectionRequests(server: TestServer, cookie: string) {
  return {
    read: async (): Promise<ConnectionsResponse> =>
      (await server.send('/api/settings/connections', { cookie })).json(),
    save: (kind: ConnectionKind, values: object, secret?: string | null) =>
      server.send(`/api/settings/connections/${kind}`, { method: 'PUT', cookie, json: { values, secret } }),
    remove: (kind: ConnectionKind) =>
      server.send(`/api/settings/connections/${kind}`, { method: 'DELETE', cookie }),
    test: (kind: ConnectionKind, json: object = {}) =>
      server.send(`/api/settings/connections/${kind}/test`, { cookie, json }),
    listModels: (kind: ConnectionKind, json: object) =>
      server.send(`/api/settings/connections/${kind}/models`, { cookie, json }),
  }
}

import { expect } from 'vitest'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { urlOf } from '../../core/web/api.ts'
import { localSite } from '../../features/accounts/testing/software-passkey.ts'
import { startTestServer } from './test-server.ts'

type Row = {
  action: string
  actor: string
  user: number | null
  token: number | null
  about: string | null
  details: Record<string, unknown>
}

type Input = {
  params?: object
  query?: object
  body?: unknown
  cookie?: string | undefined
  headers?: Record<string, string>
}

/** The text of a post, with the word that everything typed on this day contains */
export const canaryPost = {
  title: 'Canary title',
  content: '<p>CANARY text</p>',
  excerpt: 'CANARY excerpt',
  tags: ['canary'],
}

export type RecordedDay = Awaited<ReturnType<typeof startDay>>

/** What a feature adds to the test of Activity, in `features/NAME/testing/recorded-part.ts` */
export type RecordedPart = {
  /** Does everything once, and checks what is recorded. */
  pass(day: RecordedDay, cookie: string, secrets: string[]): Promise<void>
  /** Actions that need more than a request, and have tests of their own */
  testedElsewhere?: string[]
  /** Endpoints that change nothing that Activity records, such as `POST /api/newsletter/preview` */
  unrecorded?: string[]
}

/** Starts a server on which a day passes, and returns functions that do something and look up what was recorded. */
export async function startDay() {
  const server = await startTestServer({
    env: {
      // Passkeys need it.
      PUBLIC_URL: localSite.origin,
      NOTIFY_EMAIL: 'owner@example.org',
      ORG_POSTAL_ADDRESS: '1 Main St',
      BACKUPS_KEEP: '3',
    },
    jobPause: 0.5,
  })
  const requested = new Set<string>()
  const seen = new Set<string>()
  let last = 0

  async function act(endpoint: Endpoint, { params, query, body, cookie, headers }: Input = {}) {
    requested.add(`${endpoint.method} ${endpoint.path}`)
    return server.send(urlOf(endpoint, { params, query }), {
      method: endpoint.method,
      ...(cookie !== undefined && { cookie }),
      ...(headers && { headers }),
      ...(body !== undefined && { json: body }),
    })
  }

  return {
    ...server,
    /** Every endpoint that was requested: `POST /api/blog` */
    requested,
    /** Every action that was recorded */
    seen,
    act,
    /** Like `act`, for a request that must succeed */
    async do(endpoint: Endpoint, input?: Input): Promise<Response> {
      const response = await act(endpoint, input)
      expect(response.ok, `${endpoint.method} ${endpoint.path} answered ${response.status}`).toBe(true)
      return response
    },
    /** The rows that were added since the last call */
    async newRows(): Promise<Row[]> {
      const rows = await server.query<Row & { id: number }>(
        `select id, action, actor, user_id as user, token_id as token, subject || ' ' || subject_id as about, details
         from activity where id > $1 order by id`,
        [last],
      )
      last = rows.at(-1)?.id ?? last
      for (const { action } of rows) seen.add(action)
      return rows.map(({ id: _, ...row }) => row)
    },
  }
}

/** A row about something that a user did, by default the first user */
export const rowOf = (
  action: string,
  about: string | null = null,
  details = {},
  user: number | null = 1,
): Row => ({ action, actor: 'user', user, token: null, about, details })

/** A row about something that no user did */
export const rowBy = (
  actor: 'command' | 'server' | 'visitor',
  action: string,
  about: string | null = null,
  details = {},
): Row => ({ ...rowOf(action, about, details, null), actor })

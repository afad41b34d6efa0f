import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type CallArguments, call, sendRequest, type UrlInput, urlOf } from '../api.ts'

/** The query client of the admin. The product's specification forbids retries, polling, and refetching on focus. */
export function createQueryClient(): QueryClient {
  // By default, changed data is shown in a later task. Until then, React shows a clicked check box as it was before.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [path] }) => sendRequest('GET', String(path)).then(({ json }) => json),
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // React Query would hold back requests while offline. Here they fail at once, so that the user gets a message.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Options for `useQuery` that load an endpoint and cache the response under `queryKeyOf(endpoint, ...)` */
export function apiQuery<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) {
  return queryOptions({ queryKey: queryKeyOf(endpoint, args[0]), queryFn: () => call(endpoint, ...args) })
}

/** Key of a cached response: the path, plus the query or body. The path alone matches all keys with this path. */
export function queryKeyOf(endpoint: Endpoint, { params, query, body }: UrlInput & { body?: unknown } = {}) {
  return [urlOf(endpoint, { params }), query ?? body].filter((part) => part !== undefined)
}

/** A `refetchInterval` that asks every two seconds while the list has a row that is being worked on, and never otherwise */
export const pollWhileAny =
  <Row>(isRunning: (row: Row) => boolean) =>
  ({ state }: { state: { data?: Row[] | undefined } }): number | false =>
    state.data?.some(isRunning) ? 2000 : false

export type ListPage<Row> = { rows: Row[]; total: string; next: string | undefined }

/** Loads one page of a list, with the total (`10000+` above 10,000) and the path of the next page. */
export async function loadListPage<Row extends z.core.$ZodType>(
  path: string,
  row: Row,
): Promise<ListPage<z.infer<Row>>> {
  const {
    json,
    response: { headers },
  } = await sendRequest('GET', path)
  const rows = z.parse(z.array(row), json)
  return {
    rows,
    total: headers.get('x-total-count') ?? String(rows.length),
    next: nextPath(headers.get('link')),
  }
}

function nextPath(link: string | null): string | undefined {
  const target = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  // The URL constructor needs an origin, but only the path and query are used.
  const url = new URL(target, 'http://any')
  return url.pathname + url.search
}

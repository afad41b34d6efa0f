import { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callApi, sendRequest } from '../api.ts'

/** The admin's client, by the rules of the product: credentials always, nothing twice, nothing unasked. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [path] }) => callApi('GET', z.string().parse(path)),
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Without a network a call fails and says so; it does not wait for one.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export type ListPage<Row> = { rows: Row[]; total: string; next: string | undefined }

/** One page of a list, how many there are in all (`10000+` from there on), and the path of the next page. */
export async function loadListPage<Row extends z.core.$ZodType>(
  path: string,
  row: Row,
): Promise<ListPage<z.infer<Row>>> {
  const { json, headers } = await sendRequest('GET', path)
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
  const url = new URL(target, 'http://any')
  return url.pathname + url.search
}

import type * as z from 'zod/mini'
import { idParams } from './paging.ts'

type Schema = z.core.$ZodType

/**
 * One endpoint of the JSON API. The server registers a route for it (core/server/http/route.ts), the browser sends requests
 * to it (core/web/api.ts), and the OpenAPI document is generated from it.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Pattern with a placeholder for each member of `params`: `/api/people/:form/:id`. */
  path: string
  summary: string
  description?: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** Schema of the 200 response, or one schema per successful status. Without it, the response is 204 with no body. */
  response?: Schema | ResponseByStatus
}

type ResponseByStatus = { 200?: Schema; 201?: Schema; 202?: Schema }

type Details = Omit<Endpoint, 'method' | 'path'>

/** An endpoint whose type keeps the schemas of its members */
// @__NO_SIDE_EFFECTS__
export const endpoint = <Method extends Endpoint['method'], Rest extends Details>(
  method: Method,
  path: string,
  rest: Rest & Record<Exclude<keyof Rest, keyof Details>, never>,
): { method: Method; path: string } & Rest => ({ method, path, ...rest })

/** An endpoint about one row, whose path has its `:id` */
// @__NO_SIDE_EFFECTS__
export const rowEndpoint = <Method extends Endpoint['method'], Rest extends Details>(
  method: Method,
  path: string,
  rest: Rest & Record<Exclude<keyof Rest, keyof Details>, never>,
) => ({ ...endpoint(method, path, rest), params: idParams })

/** Values that the client sends, before the schemas parse them */
export type RequestInput<E extends Endpoint> = (E extends { params: infer P extends Schema }
  ? { params: z.input<P> }
  : { params?: undefined }) &
  (E extends { query: infer Q extends Schema } ? QueryInput<z.input<Q>> : { query?: undefined }) &
  (E extends { body: infer B extends Schema } ? { body: z.input<B> } : { body?: undefined })

type QueryInput<Query> = Partial<Query> extends Query ? { query?: Query } : { query: Query }

/** Parsed values that the server's handler receives */
export type ParsedInput<E extends Endpoint> = {
  params: E extends { params: infer P extends Schema } ? z.output<P> : undefined
  query: E extends { query: infer Q extends Schema } ? z.output<Q> : undefined
  body: E extends { body: infer B extends Schema } ? z.output<B> : undefined
}

export type ResponseBody<E extends Endpoint> = E extends { response: infer R }
  ? R extends Schema
    ? z.output<R>
    : z.output<Extract<R[keyof R], Schema>>
  : undefined

/** Schema of the body of a successful response with this status. */
export function responseSchema({ response }: Endpoint, status: number): Schema | undefined {
  if (!response || '_zod' in response) return response
  return Object.entries(response).find(([key]) => Number(key) === status)?.[1]
}

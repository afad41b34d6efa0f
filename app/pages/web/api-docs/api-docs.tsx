import type { ApiDescription, ApiOperation, ShownSchema } from '../../../../core/contract/api-description.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { apiScopes, type Role } from '../../../../core/contract/roles.ts'
import type { Page } from '../../../../core/web/page.ts'
import { Logo } from '../../../../core/web/site/logo.tsx'
import { backToAdmin } from '../../../../core/words/back-links.ts'
import { scopeFacts } from '../../../../features/accounts/contract/api-tokens.ts'

/** The page that documents all endpoints of the API, generated from the OpenAPI document */
export const apiDocs: Page<{ api: ApiDescription }> = {
  head: ({ api }) => ({ title: api.info.title, description: 'Every call of this site, for programs.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ api, site }) => (
    <div className="simple-admin">
      <header className="simple-admin-bar wrap">
        <Logo site={site} />
        <a className="text-link" href={paths.adminSimple}>
          {backToAdmin}
        </a>
      </header>
      <main id="main" tabIndex={-1} className="wrap api-docs">
        <h1>{api.info.title}</h1>
        <p className="lead">
          Requests and responses are JSON. Errors are <code>application/problem+json</code> with a sentence in{' '}
          <code>detail</code>.
        </p>
        <ApiTokens />
        <p>
          <a className="text-link" href={paths.api.openapi}>
            OpenAPI document
          </a>
        </p>
        {Object.entries(api.paths).flatMap(([path, operations]) =>
          Object.entries(operations).map(([method, operation]) => (
            <Call key={`${method} ${path}`} method={method} path={path} operation={operation} />
          )),
        )}
      </main>
    </div>
  ),
}

/** Explains how programs get access. docs/api.md says more, with an example. */
function ApiTokens() {
  return (
    <section className="card call">
      <h2>Access for programs</h2>
      <p>
        A program sends an API token with every request: <code>Authorization: Bearer eai_...</code>. Make one
        under{' '}
        <a className="inline-link" href={paths.adminSettingsTab('tokens')}>
          Settings &gt; API tokens
        </a>
        . A token works for the endpoints below that name one of its scopes, and never has more rights than
        its user. It counts alone: cookies are ignored, and the request may come from any origin.
      </p>
      <table>
        <caption>Scopes</caption>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">What the program may do</th>
          </tr>
        </thead>
        <tbody>
          {apiScopes.map((scope) => (
            <tr key={scope}>
              <th scope="row" className="call-scope">
                <code>{scope}</code>
              </th>
              <td>{scopeFacts[scope].hint}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Without a token, requests need a session, and writes need the header{' '}
        <code>Sec-Fetch-Site: same-origin</code> (browsers send it) or an <code>Origin</code> of this site.
      </p>
    </section>
  )
}

function Call({ method, path, operation }: { method: string; path: string; operation: ApiOperation }) {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return (
    <section className="card call">
      <h2>
        <code>{`${method.toUpperCase()} ${path}`}</code>
      </h2>
      <p>{operation.summary}</p>
      <Access operation={operation} />
      {operation.description && <p>{operation.description}</p>}
      <Parameters caption="Path" parameters={operation.parameters} />
      <Parameters caption="Query" parameters={operation.parameters} />
      {body && <Fields caption="Body" rows={fieldsOf(body)} />}
      {Object.entries(operation.responses ?? {}).map(([status, response]) => {
        const schema = Object.values(response.content ?? {})[0]?.schema
        const rows = schema ? fieldsOf(schema.items ?? schema) : []
        const caption = `Response ${status}${schema?.items ? ', a list of' : ''}`
        return <Fields key={status} caption={caption} rows={rows} />
      })}
    </section>
  )
}

const whoMayCall: Record<Role, string> = {
  helper: 'For everyone on the team. ',
  editor: 'For editors and owners. ',
  owner: 'For owners. ',
}

function Access({ operation }: { operation: ApiOperation }) {
  const { security = [], 'x-role': role = 'helper' } = operation
  const isPublic = security.some((way) => Object.keys(way).length === 0)
  const scope = security.flatMap((way) => way.token ?? [])[0]
  return (
    <p className="field-hint">
      {isPublic ? 'For everyone. ' : whoMayCall[role]}
      {scope ? (
        <>
          Scope: <code>{scope}</code>
        </>
      ) : (
        !isPublic && 'No API token may use it.'
      )}
    </p>
  )
}

type ParametersProps = { caption: 'Path' | 'Query'; parameters: ApiOperation['parameters'] }

function Parameters({ caption, parameters = [] }: ParametersProps) {
  const rows = parameters
    .filter((parameter) => parameter.in === caption.toLowerCase())
    .map(({ name, schema, required = false }) => ({ name, type: describeType(schema), required }))
  return rows.length > 0 && <Fields caption={caption} rows={rows} />
}

type Row = { name: string; type: string; required: boolean }

function Fields({ caption, rows }: { caption: string; rows: Row[] }) {
  if (rows.length === 0) return <p>{caption}: no content.</p>
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Required</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <code>{row.name}</code>
            </th>
            <td>{row.type}</td>
            <td>{row.required ? 'yes' : 'no'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function fieldsOf(schema: ShownSchema): Row[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    type: describeType(property),
    required: schema.required?.includes(name) ?? false,
  }))
}

function describeType(schema: ShownSchema | undefined): string {
  if (schema?.items) return `list of ${describeType(schema.items)}`
  if (schema?.anyOf) return schema.anyOf.map(describeType).join(' or ')
  return [schema?.type ?? 'any'].flat().join(' or ')
}

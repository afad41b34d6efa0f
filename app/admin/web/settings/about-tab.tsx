import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { aboutRead } from '../../../../features/site/contract/about.ts'

/** Versions, for questions to the person who runs the server. */
export function AboutTab() {
  const { data, notLoaded } = useLoaded(apiQuery(aboutRead), 'versions')
  if (!data) return notLoaded
  const { version, newer } = data.postgres
  return (
    <>
      <p>
        Everyday AI version {data.version}, with a database of PostgreSQL {version}.
      </p>
      {newer && (
        <p>
          PostgreSQL {newer} is out and fixes bugs in {version}. Ask the person who runs your server to update
          it: “A newer Postgres” in docs/operations.md says how.
        </p>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { aboutRead } from '../../../contracts/about.ts'
import { apiQuery } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'

const aboutQuery = apiQuery(aboutRead)

/** Versions, for questions to the person who runs the server. */
export function AboutTab() {
  const { data, error, refetch } = useQuery(aboutQuery)
  if (error && !data)
    return <LoadProblem what="The versions couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading versions...</p>
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

import { useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { type ConnectionsResponse, connectionsRead } from '../../contract/connections.ts'

// Reloaded each time the tab opens: another owner may have changed something.
export const connectionsQuery = { ...apiQuery(connectionsRead), staleTime: 0 }

/** Returns a function that shows the connections of a response, and makes other screens load again what depends on them. */
export function useStoreConnections(): (response: ConnectionsResponse) => Promise<unknown> {
  const queries = useQueryClient()
  return (response) => {
    queries.setQueryData(connectionsQuery.queryKey, response)
    return queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => path !== connectionsRead.path })
  }
}

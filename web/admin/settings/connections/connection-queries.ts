import { useQueryClient } from '@tanstack/react-query'
import { aiSettingsRead } from '../../../../contracts/ai-settings.ts'
import { type ConnectionsResponse, connectionsRead } from '../../../../contracts/connections.ts'
import { mailSettingsRead } from '../../../../contracts/mail-settings.ts'
import { issueList } from '../../../../contracts/newsletter.ts'
import { outboxList } from '../../../../contracts/outbox.ts'
import { unreadCountsRead } from '../../../../contracts/unread-counts.ts'
import { apiQuery, queryKeyOf } from '../../api.ts'
import { aiServicesQuery } from '../../posts/ai-services.tsx'

// Reloaded each time the tab opens: another owner may have changed something.
export const connectionsQuery = { ...apiQuery(connectionsRead), staleTime: 0 }

/** What other screens have loaded about connections */
const dependent = [
  aiServicesQuery.queryKey,
  ...[aiSettingsRead, mailSettingsRead, unreadCountsRead, outboxList, issueList].map((endpoint) =>
    queryKeyOf(endpoint),
  ),
]

/** Returns a function that shows the connections of a response, and makes other screens load theirs again. */
export function useStoreConnections(): (response: ConnectionsResponse) => Promise<unknown> {
  const queries = useQueryClient()
  return (response) => {
    queries.setQueryData(connectionsQuery.queryKey, response)
    return Promise.all(dependent.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

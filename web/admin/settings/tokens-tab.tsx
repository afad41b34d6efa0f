import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ApiToken,
  type OthersToken,
  othersTokenList,
  othersTokenRevoke,
  scopeFacts,
  tokenList,
  tokenRevoke,
} from '../../../contracts/api-tokens.ts'
import { formatDate, formatRecent } from '../../../contracts/format-date.ts'
import { paths } from '../../../contracts/paths.ts'
import { call } from '../../api.ts'
import { explainFailure } from '../../api-failures.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { apiQuery } from '../api.ts'
import { useMay } from '../current-user.ts'
import { LoadProblem } from '../load-problem.tsx'
import { useApiMutation } from '../use-api-mutation.ts'
import { NewToken } from './new-token.tsx'

// Reloaded each time the tab opens, because programs use tokens, and others make and revoke them.
const tokensQuery = { ...apiQuery(tokenList), staleTime: 0 }
const othersQuery = { ...apiQuery(othersTokenList), staleTime: 0 }

export function TokensTab() {
  const maySeeOthers = useMay('manageOthersTokens')
  return (
    <>
      <p>
        With an API token, a program works with your posts or entries for you. It never has more rights than
        you do, and it can’t change settings, users, or tokens. The{' '}
        <a className="inline-link" href={paths.api.docs}>
          API page
        </a>{' '}
        says what it can use.
      </p>
      <section aria-labelledby="new-token">
        <h2 id="new-token">New token</h2>
        <NewToken listKey={tokensQuery.queryKey} />
      </section>
      <section aria-labelledby="tokens">
        <h2 id="tokens" tabIndex={-1}>
          Your tokens
        </h2>
        <OwnTokens />
      </section>
      {maySeeOthers && (
        <section aria-labelledby="others-tokens">
          <h2 id="others-tokens" tabIndex={-1}>
            Tokens of others
          </h2>
          <OthersTokens />
        </section>
      )}
    </>
  )
}

function OwnTokens() {
  const { data, error, refetch } = useQuery(tokensQuery)
  const revoke = useRevoke(({ id }) => call(tokenRevoke, { params: { id } }), {
    listKey: tokensQuery.queryKey,
    heading: 'tokens',
  })
  if (error && !data)
    return <LoadProblem what="Your tokens couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading tokens...</p>
  if (data.length === 0) return <p className="form-note">You have no tokens.</p>
  return <TokenList tokens={data} onRevoke={revoke} />
}

function OthersTokens() {
  const { data, error, refetch } = useQuery(othersQuery)
  const revoke = useRevoke(({ id }) => call(othersTokenRevoke, { params: { id } }), {
    listKey: othersQuery.queryKey,
    heading: 'others-tokens',
  })
  if (error && !data)
    return <LoadProblem what="These tokens couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading tokens...</p>
  if (data.length === 0) return <p className="form-note">No one else has tokens.</p>
  return <TokenList tokens={data} onRevoke={revoke} />
}

function useRevoke(
  send: (token: ApiToken) => Promise<void>,
  { listKey, heading }: { listKey: readonly unknown[]; heading: string },
) {
  const { run } = useApiMutation(send, {
    isParallel: true,
    onSuccess: (_, token) => showToast({ title: 'Token revoked', description: token.name }),
    onError: (failure) =>
      showToast({
        title: 'Couldn’t revoke the token.',
        description: explainFailure(failure),
        tone: 'destructive',
        stays: true,
      }),
    alwaysInvalidates: [listKey],
    // The clicked button disappears together with its token.
    onReloaded: () => document.getElementById(heading)?.focus(),
  })
  return run
}

type TokenListProps = { tokens: readonly (ApiToken | OthersToken)[]; onRevoke: (token: ApiToken) => void }

function TokenList({ tokens, onRevoke }: TokenListProps) {
  const [asking, setAsking] = useState<ApiToken>()
  return (
    <>
      <ul className="session-list">
        {tokens.map((token) => (
          <li key={token.id}>
            <div>
              <p>
                <strong dir="auto">{token.name}</strong>
                {'user' in token && ` (${token.user.name})`}
              </p>
              <p className="field-hint">
                {token.scopes.map((scope) => scopeFacts[scope].label).join(', ')} · Expires{' '}
                {formatDate(token.expiresAt)} ·{' '}
                {token.lastUsedAt ? `Last used: ${formatRecent(token.lastUsedAt)}` : 'Never used'}
              </p>
            </div>
            <SmallButton onClick={() => setAsking(token)}>
              Revoke<span className="sr-only"> {token.name}</span>
            </SmallButton>
          </li>
        ))}
      </ul>
      {asking && (
        <AskDialog
          title={`Revoke “${asking.name}”?`}
          yes="Revoke"
          onYes={() => onRevoke(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>Programs that use it stop working. This can’t be undone.</p>
        </AskDialog>
      )}
    </>
  )
}

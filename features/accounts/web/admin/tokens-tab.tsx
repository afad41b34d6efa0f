import { useState } from 'react'
import { formatDate, formatRecent } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  type ApiToken,
  othersTokenList,
  othersTokenRevoke,
  scopeFacts,
  tokenList,
  tokenRevoke,
} from '../../contract/api-tokens.ts'
import { NewToken } from './new-token.tsx'

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
      <Section id="new-token" title="New token">
        <NewToken listKey={queryKeyOf(tokenList)} />
      </Section>
      <Section id="tokens" title="Your tokens" takesFocus>
        <Tokens
          list={tokenList}
          revocation={tokenRevoke}
          heading="tokens"
          failure="Your tokens couldn’t be loaded."
          none="You have no tokens."
        />
      </Section>
      {maySeeOthers && (
        <Section id="others-tokens" title="Tokens of others" takesFocus>
          <Tokens
            list={othersTokenList}
            revocation={othersTokenRevoke}
            heading="others-tokens"
            failure="These tokens couldn’t be loaded."
            none="No one else has tokens."
          />
        </Section>
      )}
    </>
  )
}

type TokensProps = {
  list: typeof tokenList | typeof othersTokenList
  revocation: typeof tokenRevoke | typeof othersTokenRevoke
  /** Id of the section's heading */
  heading: string
  failure: string
  none: string
}

function Tokens({ list, revocation, heading, failure, none }: TokensProps) {
  // Reloaded each time the tab opens, because programs use tokens, and others make and revoke them.
  const { data, notLoaded } = useLoaded(
    { ...apiQuery(list), staleTime: 0 },
    { failure, waiting: 'Loading tokens...' },
  )
  const [asking, setAsking] = useState<ApiToken>()
  const { run: revoke } = useApiMutation(({ id }: ApiToken) => call(revocation, { params: { id } }), {
    isParallel: true,
    onSuccess: (_, token) => showToast({ title: 'Token revoked', description: token.name }),
    failure: 'Couldn’t revoke the token.',
    failureStays: true,
    alwaysInvalidates: [queryKeyOf(list)],
    // The clicked button disappears together with its token.
    onReloaded: () => document.getElementById(heading)?.focus(),
  })
  if (!data) return notLoaded
  if (data.length === 0) return <p className="form-note">{none}</p>
  return (
    <>
      <ul className="session-list">
        {data.map((token) => (
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
          onYes={() => revoke(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>Programs that use it stop working. This can’t be undone.</p>
        </AskDialog>
      )}
    </>
  )
}

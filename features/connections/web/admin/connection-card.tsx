import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { Button, QuietButton } from '../../../../core/web/ui/button.tsx'
import { Fact } from '../../../../core/web/ui/fact.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  type ConnectionKind,
  connectionDelete,
  type ReadConnection,
  type TestResult,
} from '../../contract/connections.ts'
import { useStoreConnections } from './connection-queries.ts'
import { TestOutcome } from './connection-test.tsx'

export type FormProps<Kind extends ConnectionKind> = {
  connection: ReadConnection<Kind>
  onClose: () => void
}

type ConnectionCardProps<Kind extends ConnectionKind> = {
  kind: Kind
  title: string
  /** By default the title */
  heading?: string
  /** What the connection is for, and what happens without it */
  about: ReactNode
  connection: ReadConnection<Kind>
  /** Names and values of what is connected */
  facts: readonly (readonly [name: string, value: ReactNode])[]
  /** `password` or `key` */
  secretWord: string
  /** What disconnecting it changes */
  disconnectEffect: string
  test: () => Promise<TestResult>
  renderForm: (props: FormProps<Kind>) => ReactNode
}

export function ConnectionCard<Kind extends ConnectionKind>(props: ConnectionCardProps<Kind>) {
  const { kind, title, heading: headline = title, about, connection, facts, secretWord, renderForm } = props
  const { state, variables, changed } = connection
  const [isOpen, setIsOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const isFixed = variables.length > 0
  const id = `connection-${kind}`

  // The clicked button disappears, so the focus moves to what takes its place.
  function open() {
    flushSync(() => setIsOpen(true))
    const first = state === 'needs-secret' ? `#${kind}-secret` : 'input, select'
    frame.current?.querySelector<HTMLElement>(first)?.focus()
  }
  function close() {
    flushSync(() => setIsOpen(false))
    heading.current?.focus()
  }

  return (
    <section className="card connection-card" aria-labelledby={id}>
      <div className="connection-head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {headline}
        </h2>
        <StateBadge state={state} isFixed={isFixed} secretWord={secretWord} />
      </div>
      <p>{about}</p>
      {isFixed && <FixedNote {...connection} />}
      {state === 'needs-secret' && (
        <Notice tone="problem" autoFocus={false}>
          <p>{explainNeed(connection, secretWord)}</p>
        </Notice>
      )}
      {isOpen ? (
        <div ref={frame}>{renderForm({ connection, onClose: close })}</div>
      ) : (
        <>
          {state !== 'none' && (
            <dl className="connection-facts">
              {facts.map(([name, value]) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </dl>
          )}
          {changed && (
            <p className="form-note">
              Last changed {formatRecent(changed.at)}
              {changed.by !== null && ` by ${changed.by}`}
            </p>
          )}
          <Actions {...props} isFixed={isFixed} onOpen={open} onGone={() => heading.current?.focus()} />
        </>
      )}
    </section>
  )
}

function StateBadge({
  state,
  isFixed,
  secretWord,
}: Pick<ReadConnection<ConnectionKind>, 'state'> & { isFixed: boolean; secretWord: string }) {
  switch (state) {
    case 'connected':
      return <span className="badge badge-live">{isFixed ? 'Connected on the server' : 'Connected'}</span>
    case 'needs-secret':
      return <span className="badge badge-failed">Needs its {secretWord} again</span>
    case 'none':
      return <span className="tag">Not connected</span>
  }
}

function explainNeed({ hasSecret }: ReadConnection<ConnectionKind>, word: string): string {
  return hasSecret
    ? `The stored ${word} can’t be opened, because the site’s secret key is missing or another one. This connection isn’t used until the earlier secret key is back, or you type the ${word} again. Nothing is lost in the meantime.`
    : `This connection isn’t used until you type its ${word}. Nothing is lost in the meantime.`
}

/** Explains why a connection of the environment can't be changed here. */
function FixedNote({ variables, missing }: ReadConnection<ConnectionKind>) {
  return (
    <p className="form-note">
      This is set up on the server ({nameAll(variables)}), so it can’t be changed here.
      {missing.length > 0 && <> It isn’t complete: {nameAll(missing)} is missing.</>} To connect it here
      instead, the person who runs your server removes{' '}
      {variables.length === 1 ? 'this setting' : 'these settings'} and restarts.
    </p>
  )
}

const nameAll = (names: readonly string[]) =>
  names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code>{name}</code>
    </span>
  ))

type ActionsProps<Kind extends ConnectionKind> = Pick<
  ConnectionCardProps<Kind>,
  'kind' | 'title' | 'connection' | 'secretWord' | 'disconnectEffect' | 'test'
> & { isFixed: boolean; onOpen: () => void; onGone: () => void }

function Actions<Kind extends ConnectionKind>({
  kind,
  title,
  connection: { state },
  secretWord,
  disconnectEffect,
  test,
  isFixed,
  onOpen,
  onGone,
}: ActionsProps<Kind>) {
  const [isAsking, setIsAsking] = useState(false)
  const testing = useApiMutation(test)
  if (isFixed && state === 'none') return null
  if (state === 'none')
    return (
      <p>
        <Button onClick={onOpen}>Connect {nameInSentence(title)}</Button>
      </p>
    )
  return (
    <>
      <TestOutcome {...testing} />
      <div className="form-actions">
        {state === 'needs-secret' && <Button onClick={onOpen}>Type the {secretWord} again</Button>}
        {state === 'connected' && !isFixed && (
          <QuietButton onClick={onOpen}>
            Change<span className="sr-only"> {title}</span>
          </QuietButton>
        )}
        {state === 'connected' && (
          <QuietButton busy={testing.busy} onClick={() => testing.run()}>
            {testing.busy ? 'Testing...' : 'Test'}
            <span className="sr-only"> {title}</span>
          </QuietButton>
        )}
        {!isFixed && (
          <QuietButton onClick={() => setIsAsking(true)}>
            Disconnect<span className="sr-only"> {title}</span>
          </QuietButton>
        )}
      </div>
      {isAsking && (
        <Disconnect kind={kind} title={title} onClose={() => setIsAsking(false)} onGone={onGone}>
          {disconnectEffect}
        </Disconnect>
      )}
    </>
  )
}

/** "AI", "email", or "speech to text" */
const nameInSentence = (title: string) => (title === 'AI' ? title : title.toLowerCase())

type DisconnectProps = { kind: ConnectionKind; title: string; children: string } & Pick<
  ActionsProps<ConnectionKind>,
  'onGone'
> & { onClose: () => void }

function Disconnect({ kind, title, children, onClose, onGone }: DisconnectProps) {
  const store = useStoreConnections()
  const { run, busy, problem } = useApiMutation(connectionDelete, {
    async onSuccess(response) {
      onClose()
      await store(response)
      showToast({ title: `${title} disconnected` })
      onGone()
    },
  })
  return (
    <AskDialog
      title={`Disconnect ${nameInSentence(title)}?`}
      yes="Disconnect"
      busy={busy}
      onYes={() => run({ params: { kind } })}
      onClose={onClose}
    >
      {problem && <Notice tone="problem">{problem}</Notice>}
      <p>{children}</p>
    </AskDialog>
  )
}

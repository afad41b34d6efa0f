import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

type ErrorBoundaryProps = {
  /** A change of this value clears the error and renders the children again. Pass the key of the open screen. */
  resetKey?: string
  /** `hint` replaces the advice "Reload the page". `ways` are links to other pages. */
  hint?: ReactNode
  ways?: ReactNode
  /** True around a whole app. The message then gets its own `main` element, because the app's one is gone. */
  isRoot?: boolean
  children: ReactNode
}
type State = { failure: { error: unknown } | undefined; resetKey: string | undefined }

/**
 * Shows a message in place of children that threw an error while rendering. Without an error boundary, React would
 * remove the whole app and leave an empty page. A class, because React supports error boundaries only as classes.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { failure: undefined, resetKey }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    const text = describeError(failure.error)
    const message = (
      <div className="page-problem" role="alert">
        <h1>This page hit a problem.</h1>
        <p>
          {this.props.hint ??
            'Reload the page. If it happens again, send the error to the person who runs your site.'}
        </p>
        <p className="form-actions">
          <Button onClick={() => location.reload()}>Reload</Button>
          {this.props.ways}
        </p>
        <details>
          <summary>Show the error</summary>
          <pre className="page-problem-text">{text}</pre>
          <CopyButton label="Copy error" text={() => text} />
        </details>
      </div>
    )
    if (!this.props.isRoot) return message
    return (
      <main id="main" tabIndex={-1} className="admin">
        {message}
      </main>
    )
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const name = `${error.name}: ${error.message}`
  // In Chromium the stack begins with the name and message; in other engines it does not.
  return error.stack?.startsWith(name) ? error.stack : `${name}\n${error.stack ?? ''}`.trim()
}

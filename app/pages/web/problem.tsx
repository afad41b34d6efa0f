import { paths } from '../../../core/contract/paths.ts'
import type { Problem } from '../../../core/contract/problem.ts'
import type { Page } from '../../../core/web/page.ts'
import catOnTheFloor from '../../../core/web/site/illustrations/cat-on-the-floor.svg?drawing'
import { Drawing } from '../../../core/web/site/illustrations/drawing.tsx'

/** The page for a failed request. It says what happened and what to do, and has links to other pages. */
export const problem: Page<{ problem: Problem; signIn?: string | undefined }> = {
  head: (props) => ({ title: props.problem.title, description: props.problem.detail }),
  Body: (props) => (
    <main id="main" tabIndex={-1} className="wrap problem-page">
      <Drawing of={catOnTheFloor} />
      <h1>{props.problem.title}</h1>
      <p className="lead">{props.problem.detail}</p>
      <p className="form-actions">
        {props.signIn && (
          <a className="btn" href={props.signIn}>
            Sign in
          </a>
        )}
        <a className={props.signIn ? 'btn btn-quiet' : 'btn'} href={paths.home}>
          {props.site.content.menu.returnHome}
        </a>
      </p>
      <p className="form-note">
        Error {props.problem.status}, reference {props.problem.requestId}
      </p>
    </main>
  ),
}

import { newsletterPages as words } from '../../content/newsletter.ts'
import { type Frequency, frequencies } from '../../contracts/newsletter.ts'
import { paths } from '../../contracts/paths.ts'
import type { Page } from '../page.ts'
import { Notice } from '../ui/notice.tsx'

type ConfirmProps = { state: 'open' | 'done' | 'gone'; token: string }

/** Where the button in the mail leads: another button, because programs open links by themselves. */
export const confirmSubscription: Page<ConfirmProps> = {
  head: ({ state }) => ({ title: titles[state], description: words.lead }),
  frame: 'site',
  Body: ({ state, token }) => (
    <main id="main" tabIndex={-1} className="wrap form-page">
      <h1>{titles[state]}</h1>
      {state === 'open' && (
        <>
          <p className="lead">{words.confirm}</p>
          <form method="post" action={paths.newsletterConfirm(token)}>
            <button type="submit" className="btn">
              {words.confirmButton}
            </button>
          </form>
        </>
      )}
      {state === 'done' && (
        <>
          <p className="lead">{words.done}</p>
          <p>
            <a className="btn btn-quiet" href={paths.newsletterManage(token)}>
              {words.howOften}
            </a>
          </p>
        </>
      )}
      {state === 'gone' && (
        <>
          <p className="lead">{words.gone}</p>
          <p>
            <a className="btn" href={paths.newsletter}>
              {words.goneButton}
            </a>
          </p>
        </>
      )}
    </main>
  ),
}

const titles = { open: words.confirmTitle, done: words.doneTitle, gone: words.goneTitle }

const stateTitles = { active: words.manageTitle, left: words.leftTitle, ended: words.endedTitle }

type SubscriptionProps = {
  token: string
  email: string
  frequency: Frequency
  /** Who has left may come back with a button; whom we have ended asks anew. */
  state: 'active' | 'left' | 'ended'
  saved: boolean
}

/** One's own subscription: how often, and the way out. */
export const subscription: Page<SubscriptionProps> = {
  head: ({ state }) => ({ title: stateTitles[state], description: words.lead }),
  frame: 'site',
  Body: ({ token, email, state, frequency, saved }) => (
    <main id="main" tabIndex={-1} className="wrap form-page">
      <h1>{stateTitles[state]}</h1>
      {saved && state === 'active' && <Notice tone="success">{words.saved}</Notice>}
      {state === 'active' && (
        <>
          <p className="lead">{words.manage(email)}</p>
          <form className="form" method="post" action={paths.newsletterManage(token)}>
            <fieldset className="choices">
              <legend>{words.howOften}</legend>
              {frequencies.map((one) => (
                <label key={one}>
                  <input type="radio" name="frequency" value={one} defaultChecked={one === frequency} />
                  {words[one]}
                </label>
              ))}
            </fieldset>
            <button type="submit" name="action" value="save" className="btn">
              {words.save}
            </button>
          </form>
          <h2>{words.leaveTitle}</h2>
          <p>{words.leave}</p>
          <form method="post" action={paths.newsletterManage(token)}>
            <button type="submit" name="action" value="leave" className="btn btn-quiet">
              {words.leaveButton}
            </button>
          </form>
        </>
      )}
      {state === 'left' && (
        <>
          <p className="lead">{words.left}</p>
          <form method="post" action={paths.newsletterManage(token)}>
            <button type="submit" name="action" value="return" className="btn btn-quiet">
              {words.backButton}
            </button>
          </form>
        </>
      )}
      {state === 'ended' && (
        <>
          <p className="lead">{words.ended}</p>
          <p>
            <a className="btn" href={paths.newsletter}>
              {words.endedButton}
            </a>
          </p>
        </>
      )}
    </main>
  ),
}

import type { AddressQuestion } from '../../../core/contract/suggest-address.ts'
import type { Page } from '../../../core/web/page.ts'
import { AddressAnswer, AskedAbout } from '../../../core/web/site/address-question.tsx'
import { FormPage } from '../../../core/web/site/form-page.tsx'
import { Button } from '../../../core/web/ui/button.tsx'
import { ErrorSummary } from '../../../core/web/ui/error-summary.tsx'
import { InputField } from '../../../core/web/ui/field.tsx'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { yourData as words } from '../words/your-data.ts'

export type YourDataProps = {
  done: boolean
  /** True if no email server is set up, so that an editor has to send the email with the link */
  byHand: boolean
  email?: string
  /** Error below the field; `message` is above the form */
  error?: string
  message?: string
  question?: AddressQuestion | undefined
}

/** The form with which visitors request a link to their own data by email. It works without JavaScript. */
export const yourData: Page<YourDataProps> = {
  head: () => ({ title: words.title, description: words.lead, canonical: sitePaths.yourData }),
  Body: ({ site, done, byHand, email, error, message, question }) => (
    <FormPage site={site}>
      {done ? (
        <div>
          <h1>{(byHand ? words.askedByHand : words.sent).title}</h1>
          <p className="lead">{(byHand ? words.askedByHand : words.sent).lead}</p>
          <p>
            <a className="text-link" href={sitePaths.yourData}>
              {words.again}
            </a>
          </p>
        </div>
      ) : (
        <div>
          <h1>{words.title}</h1>
          <p className="lead">{words.lead}</p>
          <form className="form" method="post" action={sitePaths.yourData}>
            {message && (
              <ErrorSummary message={message} fields={[{ id: 'email', label: words.label, error }]} />
            )}
            <InputField
              label={words.label}
              id="email"
              name="email"
              type="email"
              required
              autoComplete="email"
              maxLength={254}
              placeholder={words.placeholder}
              defaultValue={email}
              error={error}
            />
            <AskedAbout question={question} />
            <p className="form-actions">
              <Button type="submit">{words.button}</Button>
              <AddressAnswer question={question} />
            </p>
          </form>
        </div>
      )}
    </FormPage>
  ),
}

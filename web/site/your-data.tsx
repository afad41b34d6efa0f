import { yourData as words } from '../../content/your-data.ts'
import { paths } from '../../contracts/paths.ts'
import type { AddressQuestion } from '../../contracts/suggest-address.ts'
import type { Page } from '../page.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { InputField } from '../ui/field.tsx'
import { AddressAnswer, AskedAbout } from './address-question.tsx'
import { FormPage } from './form-page.tsx'

export type YourDataProps = {
  sent: boolean
  /** True where a person sends the email with the link. */
  byHand: boolean
  email?: string
  /** Under the field. */
  error?: string
  message?: string
  question?: AddressQuestion | undefined
}

/** Asks for the address to which the link goes. It needs no script. */
export const yourData: Page<YourDataProps> = {
  head: () => ({ title: words.title, description: words.lead, canonical: paths.yourData }),
  frame: 'site',
  Body: ({ sent, byHand, email, error, message, question }) => (
    <FormPage>
      {sent ? (
        <div>
          <h1>{(byHand ? words.askedByHand : words.sent).title}</h1>
          <p className="lead">{(byHand ? words.askedByHand : words.sent).lead}</p>
          <p>
            <a className="text-link" href={paths.yourData}>
              {words.again}
            </a>
          </p>
        </div>
      ) : (
        <div>
          <h1>{words.title}</h1>
          <p className="lead">{words.lead}</p>
          <form className="form" method="post" action={paths.yourData}>
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
              <button type="submit" className="btn">
                {words.button}
              </button>
              <AddressAnswer question={question} />
            </p>
          </form>
        </div>
      )}
    </FormPage>
  ),
}

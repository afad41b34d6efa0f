import { type AddressQuestion, askedAboutField, meantField } from '../../contracts/suggest-address.ts'

type Props = { question: AddressQuestion | undefined }

/** Tells the server which address a plain form has been asked about, so that it is kept when it is sent again. */
export function AskedAbout({ question }: Props) {
  return question && <input type="hidden" name={askedAboutField} value={question.about} />
}

/**
 * Sends the form with the address that was suggested. It comes after the form's own button, which the Enter key
 * clicks, so that Enter keeps what was typed.
 */
export function AddressAnswer({ question }: Props) {
  if (!question?.suggestion) return null
  return (
    <button
      type="submit"
      name={meantField}
      value={question.suggestion}
      formNoValidate
      className="btn btn-quiet"
    >
      Use {question.suggestion}
    </button>
  )
}

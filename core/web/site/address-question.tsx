import { type AddressQuestion, askedAboutField, meantField } from '../../contract/suggest-address.ts'

type Props = { question: AddressQuestion | undefined }

/**
 * Hidden field for forms without JavaScript. It tells the server which address the visitor was already asked about, so
 * that sending the form again keeps that address.
 */
export function AskedAbout({ question }: Props) {
  return question && <input type="hidden" name={askedAboutField} value={question.about} />
}

/**
 * Button that submits the form with the suggested address. It must come after the form's own button: Enter clicks the
 * first button of a form, and that should keep the typed address.
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

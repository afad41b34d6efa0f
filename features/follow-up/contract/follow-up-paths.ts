export const followUpPaths = {
  /** The public page of a certificate */
  certificate: (number: string) => `/certificates/${number}`,
  /** The questions to someone who came */
  feedback: (token: string) => `/feedback/${token}`,
}

/** Encryption of the connection to a mail server */
export const mailSecurities = ['tls', 'starttls', 'none'] as const
/** `if-offered` exists only in SMTP_URL: STARTTLS if the server offers it */
export type MailSecurity = (typeof mailSecurities)[number] | 'if-offered'

export const aiProviders = ['openai', 'anthropic', 'openai-compatible'] as const
export type AiProvider = (typeof aiProviders)[number]

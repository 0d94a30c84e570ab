export { NextcloudNotesReader } from './notes/nextcloud-notes-reader.js';
export { whyNoUser } from './notes/user-location.js';
export { AppPasswords, type AppPassword } from './credentials/app-passwords.js';
export { firstOf, type CredentialSource } from './credentials/credentials.js';
export { TokenExchange, type TokenExchangeSettings } from './credentials/token-exchange.js';
export { NextcloudVerifier, type NextcloudSource } from './verify/nextcloud-verifier.js';

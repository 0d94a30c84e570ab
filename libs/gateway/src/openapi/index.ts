export { openApiDocument } from './openapi-document.js';

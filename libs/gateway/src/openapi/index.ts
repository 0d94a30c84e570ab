export { HTTP_STATUS } from '../http/problem.js';
export { openApiDocument } from './openapi-document.js';

export { HttpConnection, type HttpServer } from './http/http-connection.js';
export { HttpOperations } from './operations/http-operations.js';

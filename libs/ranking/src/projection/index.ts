export { findPrincipalAxes, projectOnto, type PrincipalAxes } from './principal-axes.js';
export { quantiseColumns, type QuantisedColumns } from './quantise-columns.js';

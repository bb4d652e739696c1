/**
 * Wrong names that clients and models use for each parameter, in lower case and without separators. A request with a wrong name
 * is rejected, and the error suggests the right name.
 */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  q: [
    'query',
    'search',
    'text',
    'term',
    'keyword',
    'name',
    'mark',
    'brand',
    'trademark',
    'denominacion',
    'marca',
    'nombre',
  ],
  clase: ['class', 'classes', 'niceclass', 'niceclasses', 'clasesniza', 'niza'],
  estado: ['status', 'statuscode'],
  tipoSigno: ['type', 'signtype', 'marktype', 'tipo'],
  fechaDesde: ['from', 'since', 'datefrom', 'startdate', 'filedfrom', 'desde'],
  fechaHasta: ['to', 'until', 'dateto', 'enddate', 'filedto', 'hasta'],
  numeros: ['numbers', 'applicationnumbers', 'ids', 'nrosolicitud', 'applicationnumber'],
  nroRegistro: ['registration', 'registrationnumber', 'registro'],
  fase: ['phase', 'stage'],
  titular: ['holder', 'owner', 'applicant', 'solicitante'],
  representante: ['representative', 'agent', 'attorney', 'lawyer'],
  incluir: ['include', 'fields'],
  limit: ['size', 'pagesize', 'perpage', 'count', 'maxresults'],
  cursor: ['nextcursor', 'pagetoken'],
  nroSolicitud: ['application', 'applicationnumber', 'number', 'numero', 'id', 'solicitud'],
}

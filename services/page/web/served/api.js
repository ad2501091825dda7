/* Shows the contract of one service, or of all; what is tried goes to this server and to no other. */
(async () => {
  const { services } = await (await fetch('/arbiter/v1/services')).json();
  const one = (name, title = name) => ({ url: `/schema/${name}.json`, slug: name, title, agent: { disabled: true } });
  const key = sessionStorage.getItem('arbiter.key');
  Scalar.createApiReference('#reference', {
    sources: [...services.map(({ name }) => one(name)), one('openapi', 'all services at once')],
    servers: [{ url: location.origin, description: 'this server' }],
    authentication: {
      preferredSecurityScheme: 'bearer',
      securitySchemes: { bearer: { token: key ?? '' } },
    },
    customFetch: (input, options) => fetch(input, options),
    telemetry: false,
    withDefaultFonts: false,
    persistAuth: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    mcp: { disabled: true },
    agent: { disabled: true },
    externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
    operationTitleSource: 'path',
    documentDownloadType: 'direct',
  });
})();

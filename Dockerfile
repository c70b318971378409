# The service, its command and its dashboard on an otherwise empty root: one Node, the libraries it is linked to, no shell.
# Any Node from 20 with npm builds it; what runs is the Node that package-lock.json pins.
ARG BUILDER=node:24-bookworm-slim
FROM ${BUILDER} AS build
WORKDIR /source
COPY . .
RUN node scripts/bootstrap.mjs scripts/stage-service.ts /staged \
  && sh deploy/docker/make-root.sh node_modules/node/bin/node /staged /root-of-image \
  && sh deploy/docker/warm-compile-cache.sh /root-of-image

FROM scratch
COPY --from=build /root-of-image /
USER 10001:10001
WORKDIR /data
ENV HOST=0.0.0.0 PORT=8787 SIGNALBOX_DATA_DIR=/data NODE_COMPILE_CACHE=/app/compile-cache
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "/app/dist/main.js"]
CMD ["serve"]

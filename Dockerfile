# The banneret server. Build tools (Node for the page, pip for the package) stay out of the final image.

FROM node:22-bookworm-slim AS page
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
RUN npm run build -- --outDir /page --emptyOutDir

FROM python:3.13-slim-bookworm AS package
WORKDIR /src
COPY pyproject.toml README.md LICENSE CHANGELOG.md Makefile ./
COPY tools ./tools
COPY src ./src
COPY --from=page /page ./src/banneret/server/page
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[server]'

FROM python:3.13-slim-bookworm
RUN --mount=type=bind,from=package,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'banneret[server]' \
    && useradd --create-home --uid 10001 banneret \
    && install --directory --owner=banneret /data
USER banneret
WORKDIR /data
VOLUME /data
ENV BANNERET_HOST=0.0.0.0 \
    BANNERET_PORT=8400 \
    BANNERET_FOLDER=/data \
    BANNERET_LOG_FORMAT=json \
    PYTHONUNBUFFERED=1
EXPOSE 8400
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8400/readyz', timeout=4)"]
ENTRYPOINT ["banneret"]
CMD ["serve"]

# The executable alone, on the base that holds the C library and certificates and nothing to break into: no shell, no
# package manager. Built from image/<architecture>/mcp-compliance, which is the executable of linux-x64 as amd64 and that
# of linux-arm64 as arm64; the image contains no byte that the release does not.
FROM gcr.io/distroless/base-debian12:nonroot
ARG TARGETARCH
COPY --chmod=0755 image/${TARGETARCH}/mcp-compliance /usr/local/bin/mcp-compliance
# Reports and recordings are written where they can be fetched, by who may write there:
# docker run --user "$(id -u):$(id -g)" -v "$PWD:/work" ...
WORKDIR /work
USER 65532:65532
ENTRYPOINT ["/usr/local/bin/mcp-compliance"]
CMD ["--help"]

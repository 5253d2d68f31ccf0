package dev.idempotency.client.spring;

import dev.idempotency.client.CallAnswer;
import dev.idempotency.client.internal.call.Answers;
import dev.idempotency.client.internal.call.BlockingAttempts;
import dev.idempotency.client.internal.call.BrokenAnswer;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/** A response that arrived in full, or as far as it is kept. */
final class ReceivedResponse implements ClientHttpResponse, BlockingAttempts.Attempted {

    private final ClientHttpResponse response;
    private final HttpStatusCode status;
    private final InputStream body;
    private final CallAnswer answer;

    private ReceivedResponse(ClientHttpResponse response, HttpStatusCode status, InputStream body, CallAnswer answer) {
        this.response = response;
        this.status = status;
        this.body = body;
        this.answer = answer;
    }

    static ReceivedResponse of(ClientHttpResponse response) throws IOException, BrokenAnswer {
        HttpHeaders headers = response.getHeaders();
        HttpStatusCode status = response.getStatusCode();
        CallAnswer beginning = new CallAnswer(status.value(), headers::getFirst);
        if (!Answers.isToBeRead(headers.getFirst(HttpHeaders.CONTENT_TYPE), headers.getContentLength())) {
            return new ReceivedResponse(response, status, response.getBody(), beginning);
        }
        try {
            boolean isEncoded = headers.getFirst(HttpHeaders.CONTENT_ENCODING) != null;
            long promised = Answers.promisedLength(status.value(), headers.getContentLength());
            Answers.Body body = Answers.read(response.getBody(), promised, isEncoded);
            CallAnswer answer = new CallAnswer(status.value(), headers::getFirst, body.bytes());
            return new ReceivedResponse(response, status, body.stream(), answer);
        } catch (IOException e) {
            response.close();
            throw new BrokenAnswer(beginning, e);
        }
    }

    @Override
    public CallAnswer answer() {
        return answer;
    }

    @Override
    public void discard() {
        response.close();
    }

    @Override
    public HttpStatusCode getStatusCode() {
        return status;
    }

    @Override
    public String getStatusText() throws IOException {
        return response.getStatusText();
    }

    @Override
    public HttpHeaders getHeaders() {
        return response.getHeaders();
    }

    @Override
    public InputStream getBody() {
        return body;
    }

    @Override
    public void close() {
        response.close();
    }
}

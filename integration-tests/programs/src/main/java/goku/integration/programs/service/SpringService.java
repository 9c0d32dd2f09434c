package goku.integration.programs.service;

import io.micrometer.core.instrument.Clock;
import io.micrometer.opentsdb.OpenTSDBConfig;
import io.micrometer.opentsdb.OpenTSDBMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/// A Spring Boot service that sends the metrics of its actuator by Micrometer's OpenTSDB registry.
/// All settings are the defaults, except for the address and the interval.
@SpringBootApplication
@RestController
public class SpringService {
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /// Runs the service.
  ///
  /// @param arguments the port that receives the metrics, and the port of the service
  public static void main(String[] arguments) {
    var service = new SpringApplication(SpringService.class);
    service.setDefaultProperties(
        Map.of("receiver.port", arguments[0], "server.port", arguments[1]));
    service.run();
  }

  @Bean
  OpenTSDBMeterRegistry registry(@Value("${receiver.port}") int port) {
    return new OpenTSDBMeterRegistry(new Settings(port), Clock.SYSTEM);
  }

  @GetMapping("/orders/{id}")
  String order(@PathVariable("id") String id) {
    return "order " + id;
  }

  private record Settings(int port) implements OpenTSDBConfig {
    @Override
    public @Nullable String get(String key) {
      return null;
    }

    @Override
    public String uri() {
      return "http://127.0.0.1:" + port + "/api/put";
    }

    @Override
    public Duration step() {
      return INTERVAL;
    }
  }
}

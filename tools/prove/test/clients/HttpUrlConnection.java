import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Base64;

/** java.net.HttpURLConnection, which the first Android apps used. It knows no PATCH. */
public class HttpUrlConnection {
  public static void main(String[] args) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    String[] names = {"Accept", "Authorization", "X-HTTP-Method-Override", "Content-Type"};
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] call = line.split("\t");
      HttpURLConnection connection = (HttpURLConnection) URI.create(call[1]).toURL().openConnection();
      connection.setRequestMethod(call[0]);
      // It only writes forms.
      if (call[6].startsWith("=")) call[5] = "application/x-www-form-urlencoded";
      for (int i = 0; i < names.length; i++) if (!call[i + 2].equals("-")) connection.setRequestProperty(names[i], call[i + 2]);
      if (!call[6].equals("-")) {
        boolean isForm = call[6].startsWith("=");
        byte[] body = isForm ? call[6].substring(1).getBytes("UTF-8") : Base64.getDecoder().decode(call[6]);
        connection.setDoOutput(true);
        connection.getOutputStream().write(body);
      }
      int status = connection.getResponseCode();
      InputStream stream = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
      byte[] body = stream == null ? new byte[0] : stream.readAllBytes();
      String location = connection.getHeaderField("Location");
      System.out.println(status + "\t" + (location == null ? "-" : location) + "\t" + Base64.getEncoder().encodeToString(body));
    }
  }
}
